// Every page: the light and the dark theme.  Runs in the head, before anything shows.
(function () {
  "use strict";
  var root = document.documentElement;
  var dark = window.matchMedia("(prefers-color-scheme: dark)");
  function chosen() {
    try { return localStorage.getItem("heapabs-theme"); } catch (e) { return null; }
  }
  function apply() {
    root.dataset.theme = chosen() || (dark.matches ? "dark" : "light");
    var button = document.getElementById("theme");
    if (button)
      button.setAttribute("aria-pressed", String(root.dataset.theme === "dark"));
  }
  root.classList.add("js");
  apply();
  dark.addEventListener("change", apply);
  document.addEventListener("DOMContentLoaded", function () {
    var button = document.getElementById("theme");
    button.hidden = false;
    button.addEventListener("click", function () {
      var next = root.dataset.theme === "dark" ? "light" : "dark";
      try { localStorage.setItem("heapabs-theme", next); } catch (e) { /* stays */ }
      root.dataset.theme = next;
      button.setAttribute("aria-pressed", String(next === "dark"));
    });
    apply();
  });
})();
