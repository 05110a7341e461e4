// A finding: stepping through its path, and copying its reproducer.
(function () {
  "use strict";
  var links = Array.from(document.querySelectorAll(".steps a"));
  var now = document.getElementById("now");
  var count = document.getElementById("count");
  var buttons = Array.from(document.querySelectorAll(".controls button"));
  var current = -1;

  function each(selector, visit) {
    document.querySelectorAll(selector).forEach(visit);
  }

  // Scrolls the listing, and the page only if the listing itself is out of sight.
  function reveal(line) {
    var box = line.closest(".source");
    var top = line.offsetTop - box.clientHeight / 2 + line.offsetHeight;
    box.scrollTop = Math.max(0, top);
  }

  function show(step, options) {
    step = Math.max(0, Math.min(links.length - 1, step));
    if (step === current)
      return;
    current = step;
    var number = String(step + 1);
    links.forEach(function (link, i) {
      if (i === step)
        link.setAttribute("aria-current", "step");
      else
        link.removeAttribute("aria-current");
    });
    each(".picture", function (p) { p.classList.toggle("on", p.dataset.step === number); });
    each(".source mark", function (m) {
      m.classList.toggle("on", m.dataset.steps.split(" ").includes(number));
    });
    each(".source .stop", function (s) { s.classList.toggle("on", s.dataset.step === number); });
    each(".source .line.on", function (l) { l.classList.remove("on"); });
    var line = document.getElementById(links[step].dataset.line);
    if (line) {
      line.classList.add("on");
      line.classList.toggle("end", step === links.length - 1);
      reveal(line);
    }
    count.textContent = number + " of " + links.length;
    now.textContent = links[step].dataset.say;
    buttons[0].disabled = buttons[1].disabled = step === 0;
    buttons[2].disabled = buttons[3].disabled = step === links.length - 1;
    if (!options || !options.quiet)
      history.replaceState(null, "", "#step-" + number);
  }

  function fromHash() {
    var match = /^#step-(\d+)$/.exec(location.hash);
    return match ? Number(match[1]) - 1 : location.hash === "#EndPath" ? links.length - 1 : 0;
  }

  function scrolls(element) {
    return element.closest("pre, .canvas") && element.scrollWidth > element.clientWidth;
  }

  function onKey(event) {
    var target = event.target;
    if (event.ctrlKey || event.metaKey || event.altKey ||
        target.closest("input, select, textarea"))
      return;
    var inList = target.closest(".steps");
    var to = null;
    if (event.key === "j" || (event.key === "ArrowRight" && !scrolls(target)) ||
        (event.key === "ArrowDown" && inList))
      to = current + 1;
    else if (event.key === "k" || (event.key === "ArrowLeft" && !scrolls(target)) ||
             (event.key === "ArrowUp" && inList))
      to = current - 1;
    else if (event.key === "Home" && inList)
      to = 0;
    else if (event.key === "End" && inList)
      to = links.length - 1;
    if (to === null)
      return;
    event.preventDefault();
    show(to);
    if (inList)
      links[current].focus();
  }

  function copy(text, done) {
    if (navigator.clipboard)
      navigator.clipboard.writeText(text).then(function () { done(true); },
                                               function () { done(false); });
    else
      done(false);
  }

  if (links.length) {
    var moves = [function () { return 0; }, function () { return current - 1; },
                 function () { return current + 1; },
                 function () { return links.length - 1; }];
    buttons.forEach(function (button, i) {
      button.addEventListener("click", function () { show(moves[i]()); });
    });
    links.forEach(function (link, i) {
      link.addEventListener("click", function (event) {
        event.preventDefault();
        show(i);
      });
    });
    each(".source .stop", function (stop) {
      stop.addEventListener("click", function (event) {
        event.preventDefault();
        show(Number(stop.dataset.step) - 1);
      });
    });
    document.addEventListener("keydown", onKey);
    window.addEventListener("hashchange", function () { show(fromHash()); });
    show(fromHash(), { quiet: true });
    // The browser goes to the fragment after us: back to where source and path show.
    window.addEventListener("load", function () {
      requestAnimationFrame(function () {
        var line = document.getElementById(links[current].dataset.line);
        if (line)
          reveal(line);
        if (location.hash)
          window.scrollTo({ top: 0, behavior: "instant" });
      });
    });
  }

  each("button[data-copy]", function (button) {
    button.hidden = false;
    button.addEventListener("click", function () {
      var source = document.getElementById(button.dataset.copy);
      copy(source.textContent, function (done) {
        if (!done)
          getSelection().selectAllChildren(source);
        document.getElementById("copied").textContent =
          done ? "Copied." : "Selected: press Ctrl+C to copy.";
      });
    });
  });
})();
