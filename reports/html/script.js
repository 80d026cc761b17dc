"use strict";
(() => {
  // What a cell sorts by: its number, an interval's lower bound, or its text.
  const numberOf = (cell) => {
    const v = cell.dataset.v ?? cell.dataset.l;
    return v === undefined ? null : Number(v);
  };
  const collator = new Intl.Collator("en", { numeric: true });

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
    [...table.tHead.rows[0].cells].forEach((th, i) => {
      if (i === column) th.setAttribute("aria-sort", descending ? "descending" : "ascending");
      else th.removeAttribute("aria-sort");
    });
  }

  // Text that a spreadsheet would run as a formula gets an apostrophe.
  const guard = (s) => (/^[ \u00a0\ufeff]*[=+\-@\t\r\n＝＋－＠]/.test(s) ? "'" + s : s);
  const quote = (s) => (/[",\r\n]/.test(s) ? '"' + s.replaceAll('"', '""') + '"' : s);

  function csv(table) {
    const heads = [...table.tHead.rows[0].cells];
    const lines = [heads.flatMap((th) => {
      const key = th.dataset.key;
      return th.dataset.kind === "interval" ? [key + "_low", key + "_high"] : [guard(key)];
    })];
    for (const row of table.tBodies[0].rows) {
      if (row.hidden) continue;
      lines.push([...row.cells].flatMap((cell, i) => {
        switch (heads[i].dataset.kind) {
          case "interval": return [cell.dataset.l ?? "", cell.dataset.h ?? ""];
          case "number": return [cell.dataset.v ?? ""];
        }
        return [guard(cell.title || cell.textContent)];
      }));
    }
    return lines.map((fields) => fields.map(quote).join(",")).join("\n") + "\n";
  }

  // A page opened from a file may not use the clipboard: then select and copy.
  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      const area = document.createElement("textarea");
      area.value = text;
      area.style.position = "fixed";
      area.style.opacity = "0";
      document.body.append(area);
      area.select();
      const done = document.execCommand("copy");
      area.remove();
      return done;
    }
  }

  const element = (name, properties) => Object.assign(document.createElement(name), properties);

  for (const table of document.querySelectorAll("figure.table table")) {
    const rows = [...table.tBodies[0].rows];
    if (rows.length === 0) continue;
    if (rows.length > 1) {
      [...table.tHead.rows[0].cells].forEach((th, i) => {
        const button = element("button", { type: "button" });
        button.append(...th.childNodes);
        th.append(button);
        button.addEventListener("click", () => {
          // Numbers start with the largest, names with the first.
          const now = th.getAttribute("aria-sort");
          const first = th.dataset.kind !== "text";
          sort(table, i, now === null ? first : now === "ascending");
        });
      });
    }
    if (rows.length > 8) {
      const tools = element("div", { className: "tools" });
      const said = element("output", {});
      const input = element("input", { type: "search", placeholder: "Filter rows" });
      input.setAttribute("aria-label", "Filter the rows of this table");
      input.addEventListener("input", () => {
        const words = input.value.toLowerCase().split(/\s+/).filter(Boolean);
        let shown = 0;
        for (const row of rows) {
          const text = row.textContent.toLowerCase();
          row.hidden = !words.every((w) => text.includes(w));
          if (!row.hidden) shown++;
        }
        said.textContent = words.length ? `${shown} of ${rows.length} rows` : "";
      });
      tools.append(input, said);
      table.closest(".scroll").before(tools);
    }
    const button = element("button", { type: "button", textContent: "Copy" });
    button.setAttribute("aria-label", "Copy the table as CSV");
    const said = element("output", {});
    button.addEventListener("click", async () => {
      said.textContent = (await copy(csv(table))) ? "Copied" : "Copying was refused";
    });
    table.closest("figure").querySelector("figcaption").append(button, said);
  }

  // A box that has nothing to scroll is no stop for the keyboard.
  const boxes = document.querySelectorAll(".scroll, pre");
  const measure = () => {
    for (const box of boxes) {
      if (box.scrollWidth > box.clientWidth) box.tabIndex = 0;
      else box.removeAttribute("tabindex");
    }
  };
  measure();
  addEventListener("resize", measure);

  // A link into a folded table opens it.
  const reveal = () => {
    const id = decodeURIComponent(location.hash.slice(1));
    document.getElementById(id)?.querySelector(":scope > details")?.setAttribute("open", "");
  };
  addEventListener("hashchange", reveal);
  reveal();
})();
