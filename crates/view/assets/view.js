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
  // A table that is wider than its place says so, unless only the margin of its last column is cut; without this script, shadows at its edges do.
  const places = [...document.querySelectorAll(".wide")];
  const measure = () => places.forEach((place) => place.toggleAttribute("data-more", place.scrollWidth > place.clientWidth + 10));
  addEventListener("resize", measure);
  measure();

  // A run in progress: its progress, once a second, until it is over.
  const grouped = (count) => count.toLocaleString("en-US");
  function watch(place) {
    const field = (name, within = place) => within.querySelector(`[data-field="${name}"]`);
    // Unchanged text is not set again, so that screen readers do not repeat it.
    const put = (node, text) => {
      if (node.textContent !== String(text)) node.textContent = text;
    };
    const seen = [];
    async function look() {
      let now;
      try {
        const answer = await fetch(place.dataset.progress, { cache: "no-store" });
        now = await answer.json();
      } catch {
        field("state").textContent = "not known: the viewer does not answer";
        return setTimeout(look, 5000);
      }
      if (now.error) return;
      put(field("state"), now.state);
      put(field("answered"), grouped(now.answered));
      put(field("planned"), grouped(now.planned));
      put(field("failures"), now.failures);
      for (const subject of now.subjects) {
        const row = [...place.querySelectorAll("tr[data-subject]")].find((one) => one.dataset.subject === subject.name);
        if (!row) return location.reload();
        field("answered", row).textContent = grouped(subject.answered);
        field("planned", row).textContent = grouped(subject.planned);
        const bar = row.querySelector("progress");
        bar.max = Math.max(1, subject.planned);
        bar.value = subject.answered;
      }
      seen.push([performance.now(), now.answered]);
      if (seen.length > 30) seen.shift();
      const [then, before] = seen[0];
      const seconds = (performance.now() - then) / 1000;
      const rate = seconds > 0 ? (now.answered - before) / seconds : 0;
      field("rate").textContent = now.under_way && rate > 0 ? `${rate.toFixed(1)} a second.` : "";
      if (now.under_way) setTimeout(look, 1000);
    }
    look();
  }
  for (const place of document.querySelectorAll('[data-progress][data-state="under way"]')) watch(place);

  // A search without hits so far continues automatically; the back button leads to its start.
  const further = document.querySelector("[data-search-on]");
  if (further) setTimeout(() => location.replace(further.getAttribute("href")), 20);
})();
