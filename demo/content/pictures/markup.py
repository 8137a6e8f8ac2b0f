"""The content of the site as HTML for print: the text of a document, and the modules of pages."""

import base64
import functools
import html
import io
import pathlib
import re

import yaml
from PIL import Image

ROOT = pathlib.Path(__file__).resolve().parents[3]
CONTENT = ROOT / "demo/content"
ASSETS = CONTENT / "cms/assets"


def load(path):
    return yaml.safe_load(path.read_text())


PICTURES = {asset["handle"]: asset for asset in load(CONTENT / "cms/assets.yaml")}
TABLES = load(CONTENT / "sis/investors.yaml")["tables"]


def read(folder, lang):
    """The fields of a document, with those that only its English version has, and its text."""
    fields = {}
    for version in ("en", lang):
        _, front, body = (folder / f"{version}.md").read_text().split("---\n", 2)
        fields |= yaml.safe_load(front)
    return fields, body


def inline(text):
    """Emphasis, as elements whose tags PDF 1.4 knows. Links become text: the sample site has no public address. The
    font lacks ₂."""
    text = html.escape(str(text), quote=False).replace("₂", "<sub>2</sub>")
    text = re.sub(r"\[([^]]+)\]\([^)]+\)", r"\1", text)
    text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)
    return re.sub(r"\*(.+?)\*", r"<i>\1</i>", text)


def section(title, body, kind="text", level=2):
    heading = f"<h{level}>{inline(title)}</h{level}>" if title else ""
    return f'<section class="{kind}">{heading}<div>{body}</div></section>' if body else heading


@functools.cache
def picture(handle, lang):
    """A picture as JPEG, which Chromium takes over into the PDF as it is."""
    data = io.BytesIO()
    Image.open(ASSETS / PICTURES[handle]["fileName"]).convert("RGB").save(data, "JPEG", quality=82, optimize=True)
    return (f'<img src="data:image/jpeg;base64,{base64.b64encode(data.getvalue()).decode()}"'
            f' alt="{html.escape(PICTURES[handle]["alternativeText"][lang])}">')


def table(columns, rows, note):
    """Rows of cells that are HTML. The first cell of a row is its heading."""
    def cell(tag, i, text, scope=""):
        return f'<{tag}{scope}{" class=number" if columns[i].get("numeric") else ""}>{text}</{tag}>'
    def unit(column):
        return f' <small>{inline(column["unit"])}</small>' if column.get("unit") else ""
    head = "".join(cell("th", i, inline(c["title"]) + unit(c), " scope=col") for i, c in enumerate(columns))
    body = "".join("<tr>" + "".join(cell("td" if i else "th", i, text, "" if i else " scope=row")
                                    for i, text in enumerate(row)) + "</tr>" for row in rows)
    return (f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>"
            + (f'<p class="note">{inline(note)}</p>' if note else ""))


def number(value, decimals, lang):
    text = "–" if value is None else f"{value:,.{decimals}f}".replace("-", "−")
    return text.replace(",", "’") if lang == "de" else text


def bars(rows, decimals, title, lang):
    """The first figure of each row as a bar, the last one in the colour of the group."""
    values = [row[1] or 0 for row in rows]
    scale, step = 42 / (max(values) - min(0, *values)), 170 / len(rows)
    zero, last = 6 + scale * max(values), ' class="last"'
    drawn = "".join(
        f'<rect x="{i * step + 1.5:.2f}" y="{zero - scale * max(0, v):.2f}" width="{step - 3:.2f}"'
        f' height="{max(0.3, scale * abs(v)):.2f}"{last if i == len(rows) - 1 else ""}/>'
        f'<text x="{(i + .5) * step:.2f}" y="{zero - scale * max(0, v) - 1.8:.2f}">{number(v, decimals, lang)}</text>'
        f'<text x="{(i + .5) * step:.2f}" y="56">{row[0]}</text>'
        for i, (row, v) in enumerate(zip(rows, values)))
    return (f'<svg class="bars" viewBox="0 0 170 58" role="img" aria-label="{html.escape(title)}">{drawn}'
            f'<path d="M0 {zero:.2f}h170"/></svg><p class="note" aria-hidden="true">{html.escape(title)}</p>')


def investor_table(module, lang):
    """A table of the figures for investors, as the site draws it: years newest first, and shares as bars."""
    key = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", module["kind"]).upper()
    source = TABLES[key]
    def local(text):
        return text[lang] if isinstance(text, dict) else text
    columns = [{"title": local(source["labelTitle"])}] + [
        {"title": local(c["title"]), "unit": local(c["unit"]), "numeric": True} for c in source["columns"]]
    def cells(row):
        return [inline(local(row[0]))] + [number(value, c["decimals"], lang)
                                          for value, c in zip(row[1:], source["columns"])]
    rows, note = source["rows"], local(source["note"])
    if key == "SHAREHOLDERS":
        widths = [50 * row[1] / max(r[1] for r in rows) for row in rows]
        shares = [[label, f'<span style="width:{width:.1f}mm"></span>{value}']
                  for width, (label, value) in zip(widths, map(cells, rows))]
        return section(module["title"], table(columns, shares, note), "module shares")
    unit = f'{columns[1]["title"]}, {columns[1]["unit"]}'
    chart = bars(rows, source["columns"][0]["decimals"], unit, lang)
    text = f'<p>{inline(module["text"])}</p>' if module.get("text") else ""
    return section(module["title"], text + chart + table(columns, [cells(r) for r in reversed(rows)], note), "wide")


def render(kind, module, lang, level=2):
    """A module of a page. The titles of modules are headings, as on the site."""
    title = module.get("title")
    items = module.get("items", [])
    if kind == "table":
        rows = [[inline(text) for text in row] for row in module["rows"]]
        return section(title, table(module["columns"], rows, module.get("note")), "module", level)
    if kind == "keyFigures":
        figures = "".join(f'<li><b>{inline(i["value"])}'
                          + (f' <small>{inline(i["unit"])}</small>' if i.get("unit") else "")
                          + f'</b> {inline(i["label"])}</li>' for i in items)
        return section(title, f'<ul class="figures n{len(items)}">{figures}</ul>', "module", level)
    if kind == "steps":
        steps = "".join(f'<li><span>{inline(i["mark"])}</span> <div><h3>{inline(i["title"])}</h3>'
                        f'<p>{inline(i["text"])}</p></div></li>' for i in items)
        return section(title, f'<ol class="steps">{steps}</ol>', "steps", level)
    if kind == "quote":
        return section("", f'<blockquote><p>{inline(module["text"])}</p><footer><b>{inline(module["author"])}'
                           f'</b><br>{inline(module["role"])}</footer></blockquote>', "module")
    if kind == "image":
        return (f'<figure>{picture(module["image"], lang)}'
                f'<figcaption>{inline(module["caption"])}</figcaption></figure>')
    if kind == "investorTable":
        return investor_table(module, lang)
    if kind == "callToAction":
        links = " · ".join(inline(link["text"]) for link in module["links"])
        return section(title, f'<p>{inline(module["text"])}</p><p class="note">{links}</p>', "module box", level)
    raise ValueError(f"documents print no {kind}")


def flow(body, lang, skipped=()):
    """The text and the modules of a page in their order. The title of a module that follows a heading without a text
    stands below that heading."""
    out, paragraphs, heading = [], [], ""

    def close():
        nonlocal paragraphs, heading
        out.append(section(heading, "".join(paragraphs)))
        paragraphs, heading = [], ""
    for kind, fields, text in re.findall(r"^::(\w+)\n(.*?)^::$|^(\S[^\n]*)$", body, re.M | re.S):
        if text.startswith("## "):
            close()
            heading = text[3:]
        elif re.match(r"[-#|>]|\d+\. ", text) or "{{" in body:
            raise ValueError(f"documents print paragraphs and headings alone, and no facts: {text or kind}")
        elif text:
            paragraphs.append(f"<p>{inline(text)}</p>")
        elif kind not in skipped:
            level = 3 if heading and not paragraphs else 2
            close()
            out.append(render(kind, yaml.safe_load(fields), lang, level))
    close()
    return "".join(out)


def hero(body):
    return yaml.safe_load(re.search(r"^::hero\n(.*?)^::$", body, re.M | re.S)[1])
