# This cell reads what stands beside this notebook: results.json, tables/*.csv and
# figures/*. It needs nothing but Python's standard library. Run it first; every
# cell below then shows its table or figure again.
import csv, decimal, io, json, pathlib, re

folder = pathlib.Path(".")  # where the report is
results = json.loads((folder / "results.json").read_text(encoding="utf-8"))
csv.field_size_limit(1 << 30)


def fixed(value, shift, places):
    """value times 10**shift with some decimal places, half away from zero."""
    if value in (float("inf"), float("-inf")):
        return "inf" if value > 0 else "-inf"
    if abs(value) >= 1e15:
        return "%.2e" % (value * 10.0**shift)
    with decimal.localcontext() as context:
        context.prec = 60
        exact = decimal.Decimal("%.14e" % abs(value)).scaleb(shift)
        text = format(exact.quantize(decimal.Decimal(1).scaleb(-places), decimal.ROUND_HALF_UP), ",f")
    return "-" + text if value < 0 and text.strip("0.,") else text


def signed(text):
    return text if text.startswith("-") or not text.strip("0.,") else "+" + text


def p_value(value, places):
    if value >= 1:
        return "1"
    if value < 0.001:
        return "<.001"
    text = fixed(value, 0, places)
    return ">.99" if text.startswith("1") else text[text.startswith("0"):]


# How numbers print, by the first sign of a column's format; its decimal places
# follow. A share prints as percent, a difference of shares in points.
formats = {
    "n": lambda value, places: fixed(value, 0, places),
    "s": lambda value, places: signed(fixed(value, 0, places)),
    "%": lambda value, places: fixed(value, 2, places) + "%",
    "+": lambda value, places: signed(fixed(value, 2, places)),
    "p": p_value,
}


def number(text, form):
    return "n/a" if text == "" else formats[form[0]](float(text), int(form[1:]))


def entry(record, key, form):
    """A cell as it prints: "" is text, "[" an interval, "=" the words that follow."""
    if form.startswith("="):
        return form[1:]
    if form.startswith("["):
        if record[key + "_low"] == "":
            return "n/a"
        bounds = [number(record[key + end], form[1:]).rstrip("%") for end in ("_low", "_high")]
        return "[" + ", ".join(bounds) + "]"
    if form:
        return number(record[key], form)
    return re.sub("^'(?=[ \u00a0\ufeff]*[=+\\-@\t\r\n\uff1d\uff0b\uff0d\uff20])", "", record[key])


# A dollar or a backslash alone in its element begins no formula.
signs = {"$": "<span>&#36;</span>", "\\": "<span>&#92;</span>", "&": "&amp;", "<": "&lt;", ">": "&gt;"}


def written(text, pattern):
    text = re.sub("[\x00-\x1f\x7f-\x9f\u2028\u2029]", " ", text)
    return re.sub(pattern, lambda sign: signs.get(sign[0], f"&#{ord(sign[0])};"), text)


def plain(text):
    """Text as HTML that prints as it is."""
    return written(text, r"[&<>$\\]")


def literal(text):
    """Text as Markdown that prints as it is."""
    return written(text, r"[&<>$\\`*\[\]|~#@]|(?<![A-Za-z0-9])_|_(?![A-Za-z0-9])|:(?=//)|(?<=www)\.")


class table:
    """A table of tables/<name>.csv. columns lists (key, heading, format), where a
    format may be a list with one entry a row; rows is how many are shown."""

    def __init__(self, name, columns, rows=None, bold={}):
        text = (folder / "tables" / (name + ".csv")).read_text(encoding="utf-8", errors="replace").replace("\0", "")
        self.records = list(csv.DictReader(io.StringIO(text, newline="")))
        self.columns, self.bold = columns, bold
        self.cells = []
        for i, record in enumerate(self.records[:rows]):
            forms = [form if isinstance(form, str) else form[i] for _, _, form in columns]
            self.cells.append([entry(record, key, form) for (key, _, _), form in zip(columns, forms)])
        self.numbers = [any(f != "" and f[0] != "=" for f in ([form] if isinstance(form, str) else form)) for _, _, form in columns]
        self.note = "" if rows is None or rows >= len(self.records) else f"{rows:,} of {len(self.records):,} rows; all of them in tables/{name}.csv"

    def _repr_html_(self):
        def cell(tag, k, text):
            side = "right" if self.numbers[k] else "left"
            return f'<{tag} style="text-align: {side}">{text}</{tag}>'

        lines = ["<table>", "<thead>", "<tr>" + "".join(cell("th", k, plain(c[1])) for k, c in enumerate(self.columns)) + "</tr>", "</thead>", "<tbody>"]
        for i, row in enumerate(self.cells):
            marks = [("<b>", "</b>") if c[0] in self.bold.get(i, ()) else ("", "") for c in self.columns]
            lines.append("<tr>" + "".join(cell("td", k, marks[k][0] + plain(text) + marks[k][1]) for k, text in enumerate(row)) + "</tr>")
        lines += ["</tbody>", "</table>"]
        return "\n".join(lines + ([f"<p>{plain(self.note)}</p>"] if self.note else []))

    def _repr_markdown_(self):
        lines = ["| " + " | ".join(literal(c[1]) for c in self.columns) + " |", "|" + "|".join("---:" if n else ":---" for n in self.numbers) + "|"]
        for i, row in enumerate(self.cells):
            marks = ["**" if c[0] in self.bold.get(i, ()) and text.strip() else "" for c, text in zip(self.columns, row)]
            lines.append("| " + " | ".join(m + (plain if n else literal)(text) + m for m, text, n in zip(marks, row, self.numbers)) + " |")
        return "\n".join(lines + (["", literal(self.note)] if self.note else []))

    def __repr__(self):
        return f"{len(self.records)} rows of {len(self.columns)} columns"


class figure:
    """A figure of figures/<name>, with what it shows in words."""

    def __init__(self, name, words):
        self.words, self.path = words, folder / "figures" / name

    def _repr_png_(self):
        return self.path.read_bytes() if self.path.suffix == ".png" else None

    def _repr_svg_(self):
        return self.path.read_text(encoding="utf-8") if self.path.suffix == ".svg" else None

    def __repr__(self):
        return self.words
