// Steps through solutions on a board. A solution is a text of moves: u, d, l, r walk, and capitals push.
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
  const figure = section.querySelector(".board .player");
  const boxes = Array.from(section.querySelectorAll(".board .box"));
  const goals = new Set(Array.from(section.querySelectorAll(".board .goal:not(.player)"), (goal) => place(goal).join()));
  const start = { player: place(figure), boxes: boxes.map(place) };
  let now, at;

  function put(element, cell) {
    element.setAttribute("transform", `translate(${cell[0]} ${cell[1]})`);
  }
  function reset() {
    now = { player: start.player.slice(), boxes: start.boxes.map((box) => box.slice()) };
    at = 0;
  }
  function push(from, to) {
    const box = now.boxes.find((one) => one[0] === from[0] && one[1] === from[1]);
    [box[0], box[1]] = to;
  }
  // Makes the move at a place of the solution, or takes it back.
  function move(index, sign) {
    const letter = choice.value[index];
    const [dx, dy] = steps[letter.toLowerCase()];
    const [x, y] = sign > 0 ? now.player : [now.player[0] - dx, now.player[1] - dy];
    const [next, beyond] = [[x + dx, y + dy], [x + 2 * dx, y + 2 * dy]];
    if (letter !== letter.toLowerCase()) push(sign > 0 ? next : beyond, sign > 0 ? beyond : next);
    now.player = sign > 0 ? next : [x, y];
  }
  function show(to) {
    for (; at < to; at += 1) move(at, 1);
    for (; at > to; at -= 1) move(at - 1, -1);
    put(figure, now.player);
    figure.classList.toggle("goal", goals.has(now.player.join()));
    boxes.forEach((box, index) => {
      put(box, now.boxes[index]);
      box.classList.toggle("home", goals.has(now.boxes[index].join()));
    });
  }
  reset();
  const go = stepper(controls, () => choice.value.length, show, 120);
  choice.addEventListener("change", () => { reset(); go(0); });
}

document.querySelectorAll("section.level").forEach(setUp);
