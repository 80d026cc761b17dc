"use strict";
// What a reader can do beyond reading: sort, filter and copy tables, choose the
// runs to look at, switch a figure to other tasks, and ask a mark what it shows.
// Every number is in the page already; nothing is computed here but the order of rows.
(() => {
  const all = (selector, root = document) => [...root.querySelectorAll(selector)];
  const element = (name, properties = {}, ...children) => {
    const e = Object.assign(document.createElement(name), properties);
    e.append(...children);
    return e;
  };
  const button = (label, title, act) => {
    const b = element("button", { type: "button", textContent: label });
    if (title) b.setAttribute("aria-label", title);
    b.addEventListener("click", act);
    return b;
  };

  // ---- Messages: one line at the foot of the window, read out politely.

  const status = element("div", { className: "status" });
  status.setAttribute("role", "status");
  document.querySelector("main").append(status);
  let fading;
  function say(message) {
    status.textContent = message;
    clearTimeout(fading);
    fading = setTimeout(() => { status.textContent = ""; }, 2500);
  }

  // ---- Copying and saving.

  // A page opened from a file may not use the clipboard: then select and copy.
  async function copy(text, what) {
    let done = true;
    try {
      await navigator.clipboard.writeText(text);
    } catch {
      const back = document.activeElement;
      const area = element("textarea", { value: text, className: "offscreen" });
      document.body.append(area);
      area.select();
      done = document.execCommand("copy");
      area.remove();
      back?.focus();
    }
    say(done ? `Copied ${what}` : "The browser refused to copy");
  }

  // save has a link lead to a file's content, which is there even where the page
  // stands alone.
  function save(link, name, type, content) {
    link.addEventListener("click", () => {
      const url = URL.createObjectURL(new Blob([content()], { type }));
      link.href = url;
      link.download = name;
      setTimeout(() => URL.revokeObjectURL(url), 60000);
    });
  }

  const addressOf = (id) => location.href.replace(/#.*/s, "") + "#" + encodeURIComponent(id);
  const linkButton = (id, what) =>
    button("Copy link", `Copy link to this ${what}`, () => copy(addressOf(id), "the link"));

  // ---- Tables.

  const heads = (table) => [...table.tHead.rows[0].cells];
  const shownRows = (table) => [...table.tBodies[0].rows].filter((row) => !row.hidden);
  const collator = new Intl.Collator("en", { numeric: true });

  // What a cell sorts by: its number, an interval's lower bound, or its text.
  const numberOf = (cell) => {
    const v = cell.dataset.v ?? cell.dataset.l;
    return v === undefined ? null : Number(v);
  };

  function sort(table, column, descending) {
    const body = table.tBodies[0];
    const rows = [...body.rows].map((row) => {
      const cell = row.cells[column];
      return { row, n: numberOf(cell), s: cell.textContent };
    });
    const numeric = rows.some((r) => r.n !== null);
    const sign = descending ? -1 : 1;
    // Array.sort is stable: rows that are equal keep their order; empty ones go last.
    rows.sort((a, b) => {
      if (!numeric) return sign * collator.compare(a.s, b.s);
      if (a.n === null || b.n === null) return (a.n === null) - (b.n === null);
      return sign * (a.n === b.n ? 0 : a.n < b.n ? -1 : 1);
    });
    body.append(...rows.map((r) => r.row));
    heads(table).forEach((th, i) => {
      if (i === column) th.setAttribute("aria-sort", descending ? "descending" : "ascending");
      else th.removeAttribute("aria-sort");
    });
  }

  // Text that a spreadsheet would run as a formula gets an apostrophe.
  const guard = (s) => (/^[ \u00a0\ufeff]*[=+\-@\t\r\n＝＋－＠]/.test(s) ? "'" + s : s);
  const quote = (s) => (/[",\r\n]/.test(s) ? '"' + s.replaceAll('"', '""') + '"' : s);

  // csv is what the table shows now, its numbers unrounded, an interval in two
  // columns.
  function csv(table) {
    const columns = heads(table);
    const lines = [columns.flatMap((th) => {
      if (th.hidden) return [];
      const key = th.dataset.key;
      return th.dataset.kind === "interval" ? [key + "_low", key + "_high"] : [guard(key)];
    })];
    for (const row of shownRows(table)) {
      lines.push([...row.cells].flatMap((cell, i) => {
        if (cell.hidden) return [];
        switch (columns[i].dataset.kind) {
          case "interval": return [cell.dataset.l ?? "", cell.dataset.h ?? ""];
          case "number": return [cell.dataset.v ?? ""];
        }
        return [guard(cell.title || cell.textContent)];
      }));
    }
    return lines.map((fields) => fields.map(quote).join(",")).join("\n") + "\n";
  }

  const commands = {
    "\\": "\\textbackslash{}", "{": "\\{", "}": "\\}", "$": "\\$", "&": "\\&", "#": "\\#", "%": "\\%", "_": "\\_",
    "^": "\\textasciicircum{}", "~": "\\textasciitilde{}", "<": "\\textless{}", ">": "\\textgreater{}", "|": "\\textbar{}",
    '"': "\\symbol{34}", "'": "'{}", "`": "\\textasciigrave{}", "…": "\\ldots{}",
    "–": "\\textendash{}", "±": "\\ensuremath{\\pm}", "×": "\\ensuremath{\\times}", "−": "\\ensuremath{-}", "≥": "\\ensuremath{\\geq}", "≤": "\\ensuremath{\\leq}",
  };
  // tex prints any text as it is: what TeX would obey as a command for the sign, a
  // character beyond Latin, which its fonts lack, by its code point.
  const tex = (s) => [...s.replace(/\s+/g, " ")].map((c) => commands[c]
    ?? (/[ -~À-ÖØ-öø-ĥĨ-ľŁ-ňŌ-ťŨ-ž]/.test(c) ? c : `[U+${c.codePointAt(0).toString(16).toUpperCase().padStart(4, "0")}]`)).join("").replace(/-(?=-)/g, "-{}");
  const texNumber = (s) => tex(s).replace(/-/g, () => "$-$").replaceAll("\\textless{}", "$<$");

  // latex is what the table shows now as a booktabs table, over pages where it is long.
  function latex(table) {
    const figure = table.closest("figure");
    const columns = heads(table).filter((th) => !th.hidden);
    const isText = (th) => th.dataset.kind === "text";
    // A bracket or a star at a row's start would be an argument of the command before.
    const line = (cells) => cells.join(" & ").replace(/^(?=[[*])/, "{}") + " \\\\";
    const head = ["\\toprule", line(columns.map((th) => tex(th.textContent))), "\\midrule"];
    const rows = shownRows(table).map((row) => line([...row.cells].filter((c) => !c.hidden).map((cell, i) =>
      (isText(columns[i]) ? tex(cell.textContent) : texNumber(cell.textContent)))));
    const caption = `\\caption{${tex(figure.querySelector(".caption").textContent)}}\\label{tab:${figure.id}}`;
    const notes = all(".footnote", figure).map((p) => `\\par\\footnotesize ${tex(p.textContent)}`);
    const spec = columns.map((th) => (isText(th) ? "l" : "r")).join("");
    if (rows.length > 40) {
      return ["% needs booktabs, longtable", `\\begin{longtable}{${spec}}`, caption + " \\\\", ...head, "\\endhead",
        ...rows, "\\bottomrule", "\\end{longtable}", ...notes.map((n) => `{${n}\\par}`), ""].join("\n");
    }
    return ["% needs booktabs", "\\begin{table}", "\\centering", caption, `\\begin{tabular}{${spec}}`, ...head,
      ...rows, "\\bottomrule", "\\end{tabular}", ...notes, "\\end{table}", ""].join("\n");
  }

  // A row is hidden where the filter does not match it, or a run of it is not looked at.
  function showRow(row) {
    row.hidden = Boolean(row.unmatched || row.unchosen);
  }

  function filterBox(table, rows) {
    const said = element("output");
    const input = element("input", { type: "search", placeholder: "Filter rows" });
    input.setAttribute("aria-label", "Filter the rows of this table");
    input.addEventListener("input", () => {
      const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
      for (const row of rows) {
        const text = row.textContent.toLowerCase();
        row.unmatched = !words.every((w) => text.includes(w));
        showRow(row);
      }
      said.textContent = words.length ? `${shownRows(table).length} of ${rows.length} rows` : "";
    });
    table.closest(".scroll").before(element("div", { className: "filter" }, input, said));
  }

  for (const table of all("figure.table table")) {
    const rows = [...table.tBodies[0].rows];
    if (rows.length === 0) continue;
    const figure = table.closest("figure");
    if (rows.length > 1) {
      heads(table).forEach((th, i) => {
        const b = button("", "", () => {
          // Numbers start with the largest, names with the first.
          const now = th.getAttribute("aria-sort");
          sort(table, i, now === null ? th.dataset.kind !== "text" : now === "ascending");
        });
        b.append(...th.childNodes);
        th.append(b);
      });
    }
    if (rows.length > 8) filterBox(table, rows);
    const what = () => {
      const n = shownRows(table).length;
      return n === rows.length ? "the table" : `${n} of ${rows.length} rows`;
    };
    const tools = figure.querySelector(".tools");
    save(tools.querySelector("a"), figure.id + ".csv", "text/csv", () => csv(table));
    tools.append(
      button("Copy CSV", "Copy CSV of this table", () => copy(csv(table), `${what()} as CSV`)),
      button("Copy LaTeX", "Copy LaTeX of this table", () => copy(latex(table), `${what()} as LaTeX`)),
      linkButton(figure.id, "table"));
  }

  // ---- Figures: what a mark shows, told to who points at it or visits it by keyboard.

  const tip = element("div", { className: "tip", hidden: true });
  tip.setAttribute("aria-hidden", "true"); // the mark's own label says the same
  document.querySelector("main").append(tip);

  function tell(mark) {
    const [name, ...rest] = mark.lines;
    tip.replaceChildren(element("strong", { textContent: name }), ...rest.map((s) => element("div", { textContent: s })));
    tip.hidden = false;
    const at = (all("circle, path", mark).pop() ?? mark).getBoundingClientRect();
    const box = tip.getBoundingClientRect();
    const x = Math.min(Math.max(8, at.x + at.width / 2 - box.width / 2), document.documentElement.clientWidth - box.width - 8);
    const above = at.y - box.height - 10;
    tip.style.left = `${x}px`;
    tip.style.top = `${above > 8 ? above : at.bottom + 10}px`;
  }
  const hush = () => { tip.hidden = true; };
  // What moves away from under its words takes them along, or drops them.
  addEventListener("scroll", () => {
    const mark = document.activeElement;
    if (!tip.hidden && mark?.lines && mark.matches(":focus-visible")) tell(mark);
    else hush();
  }, { passive: true, capture: true });

  // The mark under the pointer, else the nearest whose box is no further than this
  // many pixels. Curves count only where they are hit: their boxes hold others.
  const reach = 8;
  function markAt(marks, event) {
    const hit = event.target.closest?.("g");
    if (marks.includes(hit)) return hit;
    let best = null, least = reach;
    for (const m of marks) {
      if (m.isCurve) continue;
      const b = m.getBoundingClientRect();
      const away = Math.hypot(Math.max(b.left - event.clientX, 0, event.clientX - b.right), Math.max(b.top - event.clientY, 0, event.clientY - b.bottom));
      if (away < least) [best, least] = [m, away];
    }
    return best;
  }

  // enhance makes a drawing's titles tooltips, and the drawing one stop of the
  // keyboard, within which arrows go from mark to mark.
  function enhance(svg) {
    const groups = all("g", svg).filter((g) => g.firstElementChild?.tagName === "title");
    for (const g of groups) {
      const title = g.firstElementChild;
      g.lines = title.textContent.split("\n");
      g.isCurve = g.querySelector("path[fill=none]") !== null;
      title.remove();
    }
    const marks = groups.filter((g) => g.querySelector("circle, path") && !(g.isCurve && g.querySelector("text")));
    if (marks.length === 0) return;
    svg.setAttribute("role", "group");
    marks.forEach((mark, i) => {
      mark.setAttribute("role", "img");
      mark.setAttribute("aria-label", mark.lines.join("; "));
      mark.setAttribute("tabindex", i === 0 ? "0" : "-1");
      mark.addEventListener("focus", () => { if (mark.matches(":focus-visible")) tell(mark); });
      mark.addEventListener("blur", hush);
    });
    svg.addEventListener("keydown", (event) => {
      const at = marks.indexOf(document.activeElement);
      const to = { ArrowDown: at + 1, ArrowRight: at + 1, ArrowUp: at - 1, ArrowLeft: at - 1, Home: 0, End: marks.length - 1 }[event.key];
      if (event.key === "Escape") hush();
      if (at < 0 || to === undefined) return;
      event.preventDefault();
      const next = marks[Math.min(Math.max(to, 0), marks.length - 1)];
      marks.forEach((m) => m.setAttribute("tabindex", m === next ? "0" : "-1"));
      next.focus();
      tell(next);
    });
    const point = (event) => {
      const mark = markAt(marks, event);
      if (mark) tell(mark);
      else hush();
    };
    svg.addEventListener("pointermove", point);
    svg.addEventListener("pointerdown", point);
    svg.addEventListener("pointerleave", hush);
  }

  // ---- Figures: other tasks, another policy for what is missing.

  function switcher(figure, box, variants) {
    const caption = figure.querySelector(".caption");
    const main = { svg: box.firstElementChild, caption: caption.textContent, source: figure.source };
    const select = element("select", {}, element("option", { textContent: "As in the report", value: "" }));
    select.setAttribute("aria-label", "Show this figure for");
    const groups = new Map();
    variants.forEach((v, i) => {
      const name = v.dataset.group;
      if (!groups.has(name)) groups.set(name, element("optgroup", { label: name }));
      groups.get(name).append(element("option", { textContent: v.dataset.label, value: String(i) }));
    });
    select.append(...groups.values());
    const drawn = new Map();
    select.addEventListener("change", () => {
      let show = main;
      if (select.value !== "") {
        const v = variants[Number(select.value)];
        if (!drawn.has(v)) {
          const svg = v.content.firstElementChild.cloneNode(true);
          drawn.set(v, { source: svg.outerHTML, svg, caption: v.dataset.caption });
          enhance(svg);
        }
        show = drawn.get(v);
      }
      hush();
      box.replaceChildren(show.svg);
      caption.textContent = show.caption;
      figure.source = show.source;
      figure.dispatchEvent(new Event("redrawn", { bubbles: true }));
      say(`Shown: ${select.selectedOptions[0].textContent}`);
    });
    figure.querySelector(".tools").prepend(select);
  }

  const figureStyle = document.getElementById("figure-style").textContent;
  for (const figure of all("figure.chart")) {
    const box = figure.querySelector(".scroll");
    if (!box) continue;
    figure.source = box.firstElementChild.outerHTML;
    const drawing = element("a", { href: "#" + figure.id, textContent: "SVG" });
    drawing.setAttribute("aria-label", "SVG of this figure");
    save(drawing, figure.id + ".svg", "image/svg+xml", () => figure.source.replace(/>/, (end) => `${end}<style>${figureStyle}</style>`));
    figure.querySelector("figcaption").append(element("span", { className: "tools" }, drawing, linkButton(figure.id, "figure")));
    enhance(box.firstElementChild);
    const variants = all("template", figure);
    if (variants.length > 0) switcher(figure, box, variants);
  }

  // ---- Runs: which of a benchmark's runs its tables and figures show.

  // As many runs are chosen from in the open; more fold away.
  const fewRuns = 8;

  // runsOf finds the runs that a mark's name speaks of: a run, two of them in a
  // difference, or a run with something behind it.
  function runsOf(name, runs, pairs) {
    if (pairs.has(name)) return pairs.get(name);
    const begun = runs.filter((r) => [" (", ", ", ": "].some((mark) => name.startsWith(r + mark)));
    return begun.sort((a, b) => b.length - a.length).slice(0, 1);
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

  // ---- Finding one's way.

  // A box that has nothing to scroll is no stop for the keyboard.
  const boxes = all(".scroll, pre");
  const measure = () => {
    for (const box of boxes) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };
  measure();
  addEventListener("resize", measure);
  for (const d of all("details")) d.addEventListener("toggle", measure);

  // A link into a folded table opens it; paper shows what is folded, unless it has
  // no end.
  const reveal = () => {
    const target = document.getElementById(decodeURIComponent(location.hash.slice(1)));
    const fold = target?.closest("details") ?? target?.querySelector(":scope > details");
    if (!fold || fold.open) return;
    fold.open = true;
    target.scrollIntoView();
  };
  addEventListener("hashchange", reveal);
  reveal();
  let unfolded = [];
  addEventListener("beforeprint", () => {
    unfolded = all("details:not([open], .endless)");
    for (const d of unfolded) d.open = true;
  });
  addEventListener("afterprint", () => {
    for (const d of unfolded) d.open = false;
  });

  // The contents mark the section that is being read.
  const nav = document.querySelector("nav");
  const links = new Map(all("nav a").map((a) => [decodeURIComponent(a.hash.slice(1)), a]));
  const headings = [...links.keys()].map((id) => document.getElementById(id)).filter(Boolean);
  let current = null, waiting = false;
  const follow = () => {
    waiting = false;
    let at = null;
    for (const h of headings) {
      if (h.getBoundingClientRect().top > innerHeight / 4) break;
      at = h;
    }
    const link = at && links.get(at.id);
    if (link === current) return;
    current?.removeAttribute("aria-current");
    current = link;
    if (!link) return;
    link.setAttribute("aria-current", "location");
    const l = link.getBoundingClientRect(), n = nav.getBoundingClientRect();
    if (l.top < n.top) nav.scrollTop -= n.top - l.top + 40;
    else if (l.bottom > n.bottom) nav.scrollTop += l.bottom - n.bottom + 40;
  };
  addEventListener("scroll", () => {
    if (!waiting) requestAnimationFrame(follow);
    waiting = true;
  }, { passive: true });
  follow();
})();
