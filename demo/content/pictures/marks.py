"""Draws the marks of the brands, the logo in the navigation and the portraits of the authors, as PNG.

python3 content/pictures/marks.py  (needs Chromium's headless shell)
"""

import pathlib
import subprocess
import tempfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
ASSETS = ROOT / "demo/content/cms/assets"
FONT = ROOT / "node_modules/@fontsource/chakra-petch/files/chakra-petch-latin-600-normal.woff2"

# A square with a cut corner in the colour of the brand, and a drawing of what the brand does.
MARKS = {
    "group": ("#b4581f", "#fff", '<path stroke-width="9" d="M18 72 40 24M38 72 60 24M58 72 80 24"/>'),
    "komax": ("#0a4ea2", "#fff", '<path d="M12 48h26M38 34v28h20l8-8h18V42H66l-8-8z"/>'),
    "schleuniger": ("#cc0e1b", "#fff", '<path d="M12 48h72M48 12v24l-9 8M48 84V60l9-8"/>'),
    "wustec": ("#19733f", "#fff", '<path d="M18 22h60v52H18zM38 22v52M58 22v52M28 34v12M48 34v12M68 34v12"/>'),
    "adaptronic": ("#006b7d", "#fff", '<path d="M12 48h14l8-24 12 48 12-48 8 24h18"/>'),
    "cirris": ("#1f51d8", "#fff", '<path d="M54 12 28 54h18l-6 30 28-44H50z"/>'),
    "diit": ("#a7e35b", "#0e1320", '<path d="M26 48 68 24M26 48l42 24"/><circle cx="24" cy="48" r="9"/>'
             '<circle cx="70" cy="24" r="9"/><circle cx="70" cy="72" r="9"/>'),
    "hosver": ("#ffcb05", "#221f1a", '<path d="M20 80h56M28 80V18h40v62M48 18v22M36 40h24v12H36zM40 66h16"/>'),
    "iqc": ("#5a35c8", "#fff", '<circle cx="48" cy="48" r="26"/><circle cx="48" cy="48" r="9"/>'
            '<path d="M48 10v18M48 68v18M10 48h18M68 48h18"/>'),
}

# Made-up people: skin, hair, clothes, background and the shape of the hair.
PEOPLE = {
    "marit-aebischer": ("#f0c9a8", "#b9b4ac", "#2f4a56", "#d9e4e6", "M78 118c-4-52 24-70 44-70s46 16 42 70l-10 30-6-44"
                        "c-30 0-46-10-52-22l-8 62z"),
    "tomas-hladik": ("#e8bd97", "#5b3a24", "#8a4a1f", "#f1e2d3", "M80 104c-4-44 20-58 42-58s42 16 38 56l-8-22"
                     "c-26 6-44 2-60-4z"),
    "noor-verhagen": ("#b98055", "#241a17", "#5b3f8c", "#e6dff2", "M70 170c-8-84 6-126 52-126s58 44 48 126l-22-14"
                      "c8-40 2-62-10-74-18 14-32 16-46 20-4 18-2 40 4 56z"),
    "kenji-arata": ("#efcfa9", "#1d1c1e", "#3c4a3a", "#dfe6d8", "M80 100c-6-40 18-56 42-56s44 14 40 54l-8-18"
                    "c-10-8-20-8-26-6-18 4-32 4-40 6z"),
    "livio-tanner": ("#edc3a0", "#93612f", "#1f3f73", "#dbe5f2", "M78 108c-8-44 16-64 48-62 30 0 44 24 36 60l-10-26"
                     "c-30 2-46-4-58-10-4 10-10 16-16 38z"),
}


def mark(colour, line, drawing):
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">'
            f'<path fill="{colour}" d="M0 0h78l18 18v78H0z"/>'
            f'<g fill="none" stroke="{line}" stroke-width="5" stroke-linejoin="bevel">{drawing}</g></svg>')


def portrait(skin, hair, clothes, ground, shape):
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240">'
            f'<rect width="240" height="240" fill="{ground}"/>'
            f'<path d="M24 240c4-52 44-70 96-70s92 18 96 70z" fill="{clothes}"/>'
            f'<path d="M102 140h38v34c0 22-38 22-38 0z" fill="{skin}"/><path d="M102 150c8 14 30 14 38 0v12'
            'c-10 10-28 10-38 0z" opacity=".15"/>'
            f'<ellipse cx="121" cy="106" rx="38" ry="48" fill="{skin}"/><path d="{shape}" fill="{hair}"/></svg>')


def logo():
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 304 52"><g fill="none" stroke-width="9">'
            '<path stroke="#a34d18" d="M6 44 24 8"/><path stroke="#c9824f" d="M24 44 42 8"/>'
            '<path stroke="#dcb090" d="M42 44 60 8"/></g>'
            '<text x="78" y="37" font-family="Mark" font-size="29" fill="#221f1a">STRAND GROUP</text>'
            '</svg>')


def draw(name, svg, width, height):
    """Writes a drawing as a PNG with a transparent ground."""
    with tempfile.NamedTemporaryFile("w", suffix=".html") as page:
        page.write(f'<style>@font-face{{font-family:Mark;src:url("file://{FONT}")}}body{{margin:0}}'
                   f'svg{{display:block;width:{width}px;height:{height}px}}</style>{svg}')
        page.flush()
        subprocess.run(["chromium-headless-shell", "--no-sandbox", "--hide-scrollbars", "--allow-file-access-from-files",
                        "--default-background-color=00000000", f"--window-size={width},{height}",
                        f"--screenshot={ASSETS / name}.png", f"file://{page.name}"], check=True, capture_output=True)


for brand, parts in MARKS.items():
    draw(f"brand-{brand}", mark(*parts), 192, 192)
for person, parts in PEOPLE.items():
    draw(f"portrait-{person}", portrait(*parts), 240, 240)
draw("logo-group", logo(), 608, 104)
