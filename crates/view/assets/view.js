// Keys, copying and watching. Every page works without it.
"use strict";
(() => {
  const rows = () => [...document.querySelectorAll("table.rows tbody tr")];

  function step(by) {
    const all = rows();
    if (!all.length) return;
    const at = all.findIndex((row) => row.getAttribute("aria-current") === "true");
    const next = at < 0 ? (by > 0 ? 0 : all.length - 1) : Math.min(all.length - 1, Math.max(0, at + by));
    all.forEach((row) => row.removeAttribute("aria-current"));
    all[next].setAttribute("aria-current", "true");
    all[next].scrollIntoView({ block: "nearest" });
    const link = all[next].querySelector("a[href]");
    if (link) link.focus({ preventScroll: true });
  }

  function follow(selector) {
    const found = document.querySelector(selector);
    if (found) location.assign(found.getAttribute("href"));
  }

  async function copy(button) {
    try {
      await navigator.clipboard.writeText(button.dataset.copy);
      button.textContent = "Copied";
    } catch {
      button.textContent = "Select the text and copy it";
    }
  }

  const keys = {
    j: () => step(1),
    k: () => step(-1),
    n: () => follow('link[rel="next"]'),
    p: () => follow('link[rel="prev"]'),
    u: () => follow(".way li:nth-last-child(2) a"),
    "?": () => location.assign("/help"),
    c: () => document.querySelector("[data-copy]")?.click(),
    "/": () => document.querySelector('input[type="search"]')?.focus(),
  };

  document.addEventListener("keydown", (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.target.closest?.("input, select, textarea")) {
      if (event.key === "Escape") event.target.blur();
      return;
    }
    const does = keys[event.key];
    if (does) {
      event.preventDefault();
      does();
    }
  });

  for (const button of document.querySelectorAll("[data-copy]")) {
    button.hidden = false;
    button.addEventListener("click", () => copy(button));
  }
})();
