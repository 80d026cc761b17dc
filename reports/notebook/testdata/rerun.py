# Runs the code cells of report.ipynb in the working directory as Jupyter would,
# and says where an output is not the one that the notebook holds. Prints the
# number of outputs that are the same.
import ast, base64, json

book = json.load(open("report.ipynb", encoding="utf-8"))
space, same = {}, 0
for cell in book["cells"]:
    if cell["cell_type"] != "code":
        continue
    tree = ast.parse("".join(cell["source"]))
    last = ast.Expression(tree.body.pop().value) if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, cell["id"], "exec"), space)
    got = eval(compile(last, cell["id"], "eval"), space) if last else None
    for output in cell["outputs"]:
        for medium, want in output["data"].items():
            want = "".join(want)
            found = {
                "text/plain": lambda: repr(got),
                "text/html": lambda: got._repr_html_(),
                "text/markdown": lambda: got._repr_markdown_(),
                "image/png": lambda: base64.b64encode(got._repr_png_()).decode(),
                "image/svg+xml": lambda: got._repr_svg_(),
            }[medium]()
            if found == want:
                same += 1
            else:
                for a, b in zip(found.split("\n"), want.split("\n")):
                    if a != b:
                        print(cell["id"], medium, "runs to", a, "and holds", b)
                        break
                else:
                    print(cell["id"], medium, "has another number of lines")
print(same)
