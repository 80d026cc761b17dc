// Tables: sorted, filtered, copied and saved as they are shown.

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

// A page may hold the first rows of a table only.
const isPart = (table) => table.classList.contains("part");
const ofAll = (table, rows) => `${isPart(table) ? "the first " : ""}${rows.length} rows`;

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
    said.textContent = words.length ? `${shownRows(table).length} of ${ofAll(table, rows)}` : "";
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
    if (n < rows.length) return `${n} of ${ofAll(table, rows)}`;
    return isPart(table) ? ofAll(table, rows) : "the table";
  };
  const tools = figure.querySelector(".tools");
  if (!isPart(table)) save(tools.querySelector("a"), figure.id + ".csv", "text/csv", () => csv(table));
  tools.append(
    button("Copy CSV", "Copy CSV of this table", () => copy(csv(table), `${what()} as CSV`)),
    button("Copy LaTeX", "Copy LaTeX of this table", () => copy(latex(table), `${what()} as LaTeX`)),
    linkButton(figure.id, "table"));
}
