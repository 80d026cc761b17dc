// Runs: which of a benchmark's runs its tables and figures show.

// As many runs are chosen from in the open; more fold away.
const fewRuns = 8;

// runsOf finds the runs that a mark's name speaks of: a run, two of them in a
// difference, or a run with something behind it.
function runsOf(name, runs, pairs) {
  if (pairs.has(name)) return pairs.get(name);
  const cell = runs.filter((r) => name.includes(`, ${r}: `)); // a grid's column
  const begun = runs.filter((r) => [" (", ", ", ": "].some((mark) => name.startsWith(r + mark)));
  const longest = (some) => some.sort((a, b) => b.length - a.length).slice(0, 1);
  return [...longest(begun), ...longest(cell)];
}

for (const list of all("ul.runs")) {
  const runs = all("li", list).map((li) => li.textContent);
  const section = list.closest("section");
  const pairs = new Map();
  for (const a of runs) for (const b of runs) if (a !== b) pairs.set(`${a} - ${b}`, [a, b]);
  for (const r of runs) pairs.set(r, [r]);
  const hidden = new Set();

  const fade = (root) => {
    for (const g of all("svg g", root)) {
      if (g.lines) g.classList.toggle("unchosen", runsOf(g.lines[0], runs, pairs).some((r) => hidden.has(r)));
    }
  };
  const apply = () => {
    for (const table of all("figure.table table", section)) {
      const named = heads(table).flatMap((th, i) => (["run", "a", "b"].includes(th.dataset.key) ? [i] : []));
      const gone = heads(table).flatMap((th, i) => (hidden.has(th.textContent) ? [i] : []));
      for (const row of [...table.tHead.rows, ...table.tBodies[0].rows]) {
        [...row.cells].forEach((cell, i) => { cell.hidden = gone.includes(i); });
        row.unchosen = row.parentNode.tagName === "TBODY" && named.some((i) => hidden.has(row.cells[i].textContent));
        showRow(row);
      }
    }
    fade(section);
    group.classList.toggle("some", hidden.size > 0);
    every.hidden = hidden.size === 0;
    count();
    pad();
  };
  const count = () => {
    label.textContent = runs.length <= fewRuns ? "Runs shown" : `Runs shown: ${runs.length - hidden.size} of ${runs.length}`;
  };
  // What a link leads to must not stand behind the choice that stays in sight.
  const pad = () => {
    document.documentElement.style.scrollPaddingTop = hidden.size > 0 ? `${group.offsetHeight + 24}px` : "";
  };
  section.addEventListener("redrawn", (event) => fade(event.target));

  const buttons = runs.map((run) => {
    const b = button("", "", () => {
      if (!hidden.delete(run)) hidden.add(run);
      b.setAttribute("aria-pressed", String(!hidden.has(run)));
      apply();
      say(`${runs.length - hidden.size} of ${runs.length} runs shown`);
    });
    b.setAttribute("aria-pressed", "true");
    b.append(...swatch(section, run), element("bdi", { textContent: run }));
    return b;
  });
  const every = button("Show all", "Show all runs", () => {
    hidden.clear();
    for (const b of buttons) b.setAttribute("aria-pressed", "true");
    apply();
    buttons[0].focus();
    say("All runs shown");
  });
  every.hidden = true;
  const label = element("span");
  const group = element("div", { className: "runs" });
  group.setAttribute("role", "group");
  group.setAttribute("aria-label", "Runs shown");
  if (runs.length <= fewRuns) group.append(label, ...buttons, every);
  else {
    const many = element("details", { className: "screen" }, element("summary", {}, label), ...buttons, button("Hide all", "Hide all runs", () => {
      for (const run of runs) hidden.add(run);
      for (const b of buttons) b.setAttribute("aria-pressed", "false");
      apply();
      say("No run shown");
    }));
    many.addEventListener("toggle", pad);
    group.append(many, every);
  }
  list.replaceWith(group);
  count();
}

// swatch copies the mark that the section's figures draw a run with.
function swatch(section, run) {
  const mark = all(".chart svg g", section).find((g) => g.lines?.[0] === run && !g.isCurve && g.querySelector("circle, text ~ path"));
  if (!mark) return [];
  const shape = all("circle, path", mark).pop();
  const b = shape.getBBox();
  const size = Math.max(b.width, b.height) + 2;
  const svg = document.createElementNS("http://www.w3.org/2000/svg", "svg");
  svg.setAttribute("viewBox", `${b.x + b.width / 2 - size / 2} ${b.y + b.height / 2 - size / 2} ${size} ${size}`);
  svg.setAttribute("class", "mcpfig swatch");
  svg.setAttribute("aria-hidden", "true");
  svg.append(shape.cloneNode());
  return size > 2 && size < 40 ? [svg] : [];
}
