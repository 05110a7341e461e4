// The index: filtering, sorting and grouping its tables.
(function () {
  "use strict";

  function text(row, column) {
    var cell = row.cells[column];
    return cell.dataset.sort || cell.textContent.trim();
  }

  function compare(column, numeric, down) {
    return function (a, b) {
      var x = text(a, column), y = text(b, column);
      var order = numeric ? Number(x) - Number(y) : x.localeCompare(y);
      return down ? -order : order;
    };
  }

  function rowsOf(table) {
    return Array.from(table.tBodies[0].rows).filter(function (row) {
      return !row.classList.contains("group");
    });
  }

  function sortable(table, done) {
    Array.from(table.tHead.rows[0].cells).forEach(function (head, column) {
      if (!head.dataset.sort)
        return;
      var button = document.createElement("button");
      button.type = "button";
      button.textContent = head.textContent;
      head.replaceChildren(button);
      button.addEventListener("click", function () {
        var down = head.getAttribute("aria-sort") === "ascending";
        Array.from(head.parentNode.cells).forEach(function (other) {
          other.removeAttribute("aria-sort");
        });
        head.setAttribute("aria-sort", down ? "descending" : "ascending");
        var rows = rowsOf(table);
        rows.sort(compare(column, head.dataset.sort === "number", down));
        table.tBodies[0].append.apply(table.tBodies[0], rows);
        done();
      });
    });
  }

  function group(table, key) {
    var body = table.tBodies[0];
    body.querySelectorAll("tr.group").forEach(function (row) { row.remove(); });
    if (!key)
      return;
    var groups = new Map();
    rowsOf(table).forEach(function (row) {
      if (!groups.has(row.dataset[key]))
        groups.set(row.dataset[key], []);
      groups.get(row.dataset[key]).push(row);
    });
    groups.forEach(function (rows, name) {
      var shown = rows.filter(function (row) { return !row.hidden; }).length;
      var head = document.createElement("tr");
      var cell = document.createElement("th");
      var number = document.createElement("span");
      head.className = "group";
      head.hidden = !shown;
      cell.colSpan = table.tHead.rows[0].cells.length;
      cell.scope = "rowgroup";
      cell.textContent = name + " ";
      number.className = "n";
      number.textContent = String(shown);
      cell.append(number);
      head.append(cell);
      body.append.apply(body, [head].concat(rows));
    });
  }

  // A table with its own tools: words that must all occur, kinds that may, groups.
  function panel(section) {
    var table = section.querySelector("table");
    if (!table)
      return;
    var search = section.querySelector("input[type=search]");
    var select = section.querySelector("select");
    var boxes = Array.from(section.querySelectorAll(".kinds input"));
    var state = section.querySelector("[role=status]");
    var none = section.querySelector(".none");

    function refresh() {
      var words = search ? search.value.toLowerCase().split(/\s+/).filter(Boolean) : [];
      var kinds = boxes.filter(function (b) { return b.checked; })
                       .map(function (b) { return b.value; });
      var rows = rowsOf(table), shown = 0;
      rows.forEach(function (row) {
        var all = row.textContent.toLowerCase();
        var fits = words.every(function (word) { return all.includes(word); }) &&
          (!kinds.length || kinds.includes(row.dataset.kind));
        row.hidden = !fits;
        shown += fits ? 1 : 0;
      });
      if (state)
        state.textContent = shown === rows.length ? rows.length + " shown"
          : shown + " of " + rows.length + " shown";
      if (none)
        none.hidden = shown > 0;
      group(table, select ? select.value : "");
    }

    sortable(table, refresh);
    if (search)
      search.addEventListener("input", refresh);
    if (select)
      select.addEventListener("change", refresh);
    boxes.forEach(function (box) { box.addEventListener("change", refresh); });
    refresh();
  }

  document.querySelectorAll("section.panel").forEach(panel);

  // "/" goes to the first filter, as in many other places.
  document.addEventListener("keydown", function (event) {
    var search = document.querySelector("input[type=search]");
    if (event.key === "/" && search && !event.target.closest("input, select, textarea")) {
      event.preventDefault();
      search.focus();
    }
  });
})();
