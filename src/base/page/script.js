"use strict";
// What pages share: buttons that step through something, and tables that are sorted and filtered.

// Steps through something by buttons, keys and a clock. There are places 0 to last(); show(at) shows one of them.
// Gives a function that goes to a place.
function stepper(controls, last, show, pause) {
  const play = controls.querySelector("[data-do=play]");
  const counter = controls.querySelector("output");
  let at = 0, timer = null;
  function go(to) {
    at = Math.max(0, Math.min(last(), to));
    show(at);
    counter.textContent = `${at} of ${last()}`;
    play.classList.toggle("on", timer !== null);
  }
  function stop() {
    clearInterval(timer);
    timer = null;
  }
  const deeds = {
    first: () => 0,
    back: () => at - 1,
    forward: () => at + 1,
    last: () => last(),
  };
  function act(deed) {
    const runs = timer !== null;
    stop();
    if (deed !== "play") { go(deeds[deed]()); return; }
    if (runs) { go(at); return; }
    if (at === last()) at = 0;
    timer = setInterval(() => {
      if (at + 1 >= last()) stop();
      go(at + 1);
    }, pause);
    go(at);
  }
  controls.addEventListener("click", (event) => {
    const button = event.target.closest("button[data-do]");
    if (button) act(button.dataset.do);
  });
  function press(event) {
    if (event.target.tagName === "SELECT") return;
    const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
    const deed = event.key === " " && event.target === controls ? "play" : keys[event.key];
    if (!deed) return;
    event.preventDefault();
    act(deed);
  }
  controls.addEventListener("keydown", press);
  // Where nothing has the focus, as on a page just opened, arrows go to the first; the others scroll.
  document.addEventListener("keydown", (event) => {
    const isFree = event.target === document.body && controls === document.querySelector(".player");
    if (isFree && /^Arrow(Left|Right)$/.test(event.key) && !event.altKey && !event.ctrlKey && !event.metaKey) press(event);
  });
  go(0);
  return (to) => { stop(); go(to); };
}

// In a frame: how tall the page is, for whoever makes the frame as tall.
if (parent !== window)
  new ResizeObserver(() => parent.postMessage({ height: document.body.offsetHeight }, "*")).observe(document.body);

// What a cell is sorted by: its number with its unit, or its text. Words come after numbers.
const units = { k: 1e3, M: 1e6, KiB: 1024, MiB: 1048576, GiB: 1073741824 };
function key(cell) {
  const text = cell ? cell.textContent.trim() : "";
  const found = /^x?([+-]?[\d.]+) ?(k|M|KiB|MiB|GiB|B|s)?$/.exec(text);
  return found ? [0, Number(found[1]) * (units[found[2]] || 1), ""] : [1, 0, text];
}
function order(one, other) {
  return one[0] - other[0] || one[1] - other[1] || one[2].localeCompare(other[2], undefined, { numeric: true });
}
function sortBy(button) {
  const head = button.closest("th");
  const body = head.closest("table").tBodies[0];
  const column = Array.from(head.parentNode.children).indexOf(head);
  const descends = head.getAttribute("aria-sort") === "ascending";
  head.parentNode.querySelectorAll("th").forEach((other) => other.removeAttribute("aria-sort"));
  head.setAttribute("aria-sort", descends ? "descending" : "ascending");
  const rows = Array.from(body.rows, (row) => [key(row.cells[column]), row]);
  rows.sort((one, other) => (descends ? -1 : 1) * order(one[0], other[0]));
  body.append(...rows.map((one) => one[1]));
}
document.querySelectorAll("button.sort").forEach((button) =>
  button.addEventListener("click", () => sortBy(button)));

// An index: words that choose rows, and with them the sections they lead to; and which figure its cells show.
document.querySelectorAll("section.index").forEach((index) => {
  const words = index.querySelector("input[type=search]");
  const figure = index.querySelector("select");
  const counter = index.querySelector("output");
  const rows = Array.from(index.querySelector("tbody").rows);
  function fill() {
    index.querySelectorAll("td[data-figures]").forEach((cell) => {
      cell.textContent = cell.dataset.figures.split("|")[figure.selectedIndex] || cell.dataset.figures;
    });
  }
  function filter() {
    const wanted = words.value.toLowerCase().split(/\s+/).filter(Boolean);
    let shown = 0;
    for (const row of rows) {
      const text = row.textContent.toLowerCase();
      const fits = wanted.every((word) => text.includes(word));
      const section = document.getElementById(row.dataset.section);
      row.hidden = !fits;
      if (section) section.hidden = !fits;
      shown += fits;
    }
    counter.textContent = `${shown} of ${rows.length}`;
  }
  words.addEventListener("input", filter);
  figure.addEventListener("change", () => { fill(); filter(); });
  fill();
  filter();
});
