// Pictures of states: lines between places, and things that move from state to state.

const centerOf = (frame) => [frame.x + frame.width / 2, frame.y + frame.height / 2];

// Draws what joins places as lines, from edge to edge, with their words.
function join(scene) {
  const links = scene.parentElement.nextElementSibling, from = scene.getBoundingClientRect();
  const scale = scene.offsetWidth / from.width;
  // The name of SVG, from the browser: a page has no address in it.
  const lines = new DOMParser().parseFromString("<svg/>", "text/html").body.firstChild;
  const add = (name, values) => {
    const element = lines.appendChild(document.createElementNS(lines.namespaceURI, name));
    for (const key in values) element.setAttribute(key, values[key]);
    return element;
  };
  links.hidden = true;
  for (const link of links.children) {
    const frames = [link.dataset.from, link.dataset.to].map((n) =>
      scene.querySelector(`[data-n="${n}"] > .box`).getBoundingClientRect());
    const [one, other] = frames.map(centerOf);
    const [x, y] = [other[0] - one[0], other[1] - one[1]];
    const [begin, end] = frames.map(({ width, height }, number) => {
      const share = Math.min(width / 2 / Math.max(Math.abs(x), 1e-6), height / 2 / Math.max(Math.abs(y), 1e-6), 0.5);
      const [at, way] = number === 0 ? [one, share] : [other, -share];
      return [(at[0] + x * way - from.x) * scale, (at[1] + y * way - from.y) * scale];
    });
    const { classList } = link, length = Math.hypot(x, y);
    let path = `M${begin}L${end}`;
    for (const side of classList.contains("to") ? [0.5, -0.5] : [])
      path += `M${end}L${[end[0] - ((x + y * side) / length) * 7, end[1] - ((y - x * side) / length) * 7]}`;
    add("path", { d: path });
    const middle = { x: (begin[0] + end[0]) / 2, y: (begin[1] + end[1]) / 2 + 4, class: link.className };
    add("text", middle).textContent = link.querySelector("b").textContent;
  }
  scene.querySelector(":scope > svg")?.remove();
  scene.append(lines);
}

// The picture of a page: gives a function that shows a state. `states` says what changes in each.
function mover(section, states) {
  const [scene, frame] = [section.querySelector(".scene"), section.querySelector(".scene").parentElement];
  const [elements, spots, shown] = [new Map(), [], new Map()];
  for (const element of section.querySelectorAll("[data-n]")) elements.set(Number(element.dataset.n), element);
  for (const changes of states) {
    spots.push(new Map(spots.at(-1)));
    for (const change of changes) spots.at(-1).set(change[0], change);
  }
  const places = [...elements.values()].filter((element) => element.matches(".place"));
  const put = (to) => {
    const moved = [];
    for (const [n, spot] of spots[to]) {
      const [element, [, told = ""]] = [elements.get(n), spot];
      element.classList.toggle("changed", to > 0 && spots[to - 1].get(n) !== spot);
      if (shown.get(n) === spot) continue;
      shown.set(n, spot);
      element.classList.toggle("told", told !== "");
      element.querySelector(":scope > b, :scope > .box > small").textContent = told;
      if (element.matches(".thing")) moved.push(spot);
    }
    // All are taken out first: what lay on another may now be below it.
    moved.forEach(([n]) => elements.get(n).remove());
    for (const [n, , place, on] of moved.filter((spot) => spot.length > 1)) {
      const holder = elements.get(place).querySelector(on ? ":scope > .on" : ":scope > .box > .in");
      const after = [...holder.children].find((other) => Number(other.dataset.n) > n);
      holder.insertBefore(elements.get(n), after || null);
    }
  };
  // A place is as large as its fullest state needs, so that nothing else moves.
  const most = places.map(() => [0, 0]);
  for (let to = Math.min(states.length, 300) - 1; to >= 0; to -= 1) {
    put(to);
    places.forEach((place, number) => {
      const box = place.lastElementChild;
      most[number] = [Math.max(most[number][0], box.offsetWidth), Math.max(most[number][1], box.offsetHeight)];
    });
  }
  places.forEach(({ lastElementChild: { style } }, number) =>
    [style.minWidth, style.minHeight] = most[number].map((side) => `${side}px`));
  // Where the picture is wider than the page: what changes, or, at first, what acts first, comes into view.
  const follow = (to) => {
    const next = spots[to > 0 ? to - 1 : 1];
    const moved = [...spots[to]].filter(([n, spot]) => next && next.get(n) !== spot && spot.length > 2);
    const sides = moved.map(([n]) => elements.get(n).getBoundingClientRect());
    const [left, right] = [Math.min(...sides.map((one) => one.left)), Math.max(...sides.map((one) => one.right))];
    const { left: first, right: last } = frame.getBoundingClientRect();
    if (moved.length && (left < first || right > last)) frame.scrollLeft += (left + right - first - last) / 2;
  };
  const corners = () => new Map([...elements.values()].filter((one) => one.matches(".thing") && one.offsetParent).map((one) => {
    const [{ x, y }, from] = [one.getBoundingClientRect(), scene.getBoundingClientRect()];
    return [one, [x - from.x, y - from.y]];
  }));
  return (to) => {
    frame.hidden = !spots[to];
    if (!spots[to]) return;
    const before = corners();
    put(to);
    follow(to);
    join(scene);
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const ways = new Map();
    for (const [element, [x, y]] of corners()) {
      const was = before.get(element) || [x, y];
      ways.set(element, [was[0] - x, was[1] - y]);
    }
    // What lies in something that moves is carried by it.
    for (const [element, [x, y]] of ways) {
      const [across, down] = ways.get(element.parentElement.closest(".thing")) || [0, 0];
      const begin = `translate(${x - across}px, ${y - down}px)`;
      if (x !== across || y !== down) element.animate([{ transform: begin }, { transform: "none" }], 250);
    }
  };
}

const joinAll = () => document.querySelectorAll(".scene").forEach(join);
// A page around this one may show the picture alone, in its own size: what the last step changed is in sight.
if (parent !== window && location.hash === "#framed") {
  document.body.classList.add("framed");
  const changed = document.querySelector(".scene .changed");
  // `scrollIntoView` would scroll the page around this one, too.
  for (const one of changed ? [changed.closest(".scroll"), document.scrollingElement] : []) {
    const { right, bottom } = changed.getBoundingClientRect();
    one.scrollBy(Math.max(0, right - innerWidth), Math.max(0, bottom - innerHeight));
  }
}
addEventListener("resize", joinAll);
joinAll();
