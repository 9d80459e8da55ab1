"use strict";
// Steps through solutions. A solution is a text of moves: u, d, l, r walk, and capitals push.
const steps = { u: [0, -1], d: [0, 1], l: [-1, 0], r: [1, 0] };

// The cell at which an element of a board stands, from its transform.
function place(element) {
  const found = /translate\((-?\d+) (-?\d+)\)/.exec(element.getAttribute("transform"));
  return [Number(found[1]), Number(found[2])];
}

function setUp(section) {
  const controls = section.querySelector("div.player");
  if (!controls) return;
  const choice = controls.querySelector("select");
  const counter = controls.querySelector("output");
  const playButton = controls.querySelector("[data-do=play]");
  const figure = section.querySelector(".board .player");
  const boxes = Array.from(section.querySelectorAll(".board .box"));
  const goals = new Set(Array.from(section.querySelectorAll(".board .goals circle"), (goal) =>
    [Math.floor(goal.cx.baseVal.value), Math.floor(goal.cy.baseVal.value)].join()));
  const start = { player: place(figure), boxes: boxes.map(place) };
  let now, at, timer = null;

  function put(element, cell) {
    element.setAttribute("transform", `translate(${cell[0]} ${cell[1]})`);
  }
  function show() {
    put(figure, now.player);
    boxes.forEach((box, index) => {
      put(box, now.boxes[index]);
      box.classList.toggle("home", goals.has(now.boxes[index].join()));
    });
    counter.textContent = `${at} of ${choice.value.length}`;
    playButton.classList.toggle("on", timer !== null);
  }
  function reset() {
    now = { player: start.player.slice(), boxes: start.boxes.map((box) => box.slice()) };
    at = 0;
  }
  function boxAt(x, y) {
    return now.boxes.find((box) => box[0] === x && box[1] === y);
  }
  function forward() {
    if (at === choice.value.length) return false;
    const letter = choice.value[at];
    const [dx, dy] = steps[letter.toLowerCase()];
    const [x, y] = [now.player[0] + dx, now.player[1] + dy];
    if (letter !== letter.toLowerCase()) {
      const box = boxAt(x, y);
      box[0] += dx;
      box[1] += dy;
    }
    now.player = [x, y];
    at += 1;
    return true;
  }
  function back() {
    if (at === 0) return false;
    const letter = choice.value[at - 1];
    const [dx, dy] = steps[letter.toLowerCase()];
    const [x, y] = now.player;
    if (letter !== letter.toLowerCase()) {
      const box = boxAt(x + dx, y + dy);
      box[0] = x;
      box[1] = y;
    }
    now.player = [x - dx, y - dy];
    at -= 1;
    return true;
  }
  function stop() {
    clearInterval(timer);
    timer = null;
  }
  const deeds = {
    first() { stop(); reset(); },
    back() { stop(); back(); },
    forward() { stop(); forward(); },
    last() { stop(); while (forward()); },
    play() {
      if (timer !== null) { stop(); return; }
      if (at === choice.value.length) reset();
      timer = setInterval(() => {
        if (!forward()) stop();
        show();
      }, 120);
    },
  };
  controls.addEventListener("click", (event) => {
    const button = event.target.closest("button");
    if (!button) return;
    deeds[button.dataset.do]();
    show();
  });
  choice.addEventListener("change", () => { deeds.first(); show(); });
  controls.addEventListener("keydown", (event) => {
    if (event.target === choice) return;
    const keys = { ArrowLeft: "back", ArrowRight: "forward", Home: "first", End: "last" };
    const deed = event.key === " " && event.target === controls ? "play" : keys[event.key];
    if (!deed) return;
    event.preventDefault();
    deeds[deed]();
    show();
  });
  reset();
  show();
}

document.querySelectorAll("section.level").forEach(setUp);
