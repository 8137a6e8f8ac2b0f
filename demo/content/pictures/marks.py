"""Draws the marks of the brands, the logo in the navigation and the portraits of the authors, as PNG, and packs the
marks of the brand portal.

python3 content/pictures/marks.py  (needs Chromium: CHROMIUM_PATH, or its headless shell)
"""

import os
import pathlib
import re
import subprocess
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parents[3]
ASSETS = ROOT / "demo/content/cms/assets"
FILES = ROOT / "client/src/theme/marks"
CHROMIUM = os.environ.get("CHROMIUM_PATH", "chromium-headless-shell")
FONT = ROOT / "node_modules/@fontsource/chakra-petch/files/chakra-petch-latin-600-normal.woff2"

# A square with a cut corner in the colour of the brand, and on it the mark that the header of the brand's site shows.
MARKS = {
    "group": ("Default", "#b4581f", "#fff"),
    "komax": ("Komax", "#0a4ea2", "#fff"),
    "schleuniger": ("Schleuniger", "#cc0e1b", "#fff"),
    "wustec": ("Wustec", "#19733f", "#fff"),
    "adaptronic": ("Adaptronic", "#006b7d", "#fff"),
    "cirris": ("Cirris", "#1f51d8", "#fff"),
    "diit": ("Diit", "#a7e35b", "#0e1320"),
    "hosver": ("Hosver", "#ffcb05", "#121212"),
    "iqc": ("Iqc", "#5a35c8", "#fff"),
}

# Downloads of the brand portal: name of the archive, mark, name of the brand, colour.
ARCHIVES = {
    "komax-group": ("Default", "Strand Group", "#b4581f"),
    "komax": ("Komax", "Komax", "#0a4ea2"),
    "schleuniger": ("Schleuniger", "Schleuniger", "#cc0e1b"),
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


def drawing(theme):
    """The path of a mark, in a box of 32 units."""
    return re.search(' d="([^"]+)"', (FILES / f"{theme}.svg").read_text())[1]


def mark(theme, colour, ink):
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96">'
            f'<path fill="{colour}" d="M0 0h78l18 18v78H0z"/>'
            f'<path fill="{ink}" transform="translate(18 18) scale(1.875)" d="{drawing(theme)}"/></svg>')


def archive(name, theme, brand, colour):
    """The mark with its name in colour, dark and light, as SVG in an archive that is the same each time."""
    path = ASSETS / f"marks-{name}.zip"
    with zipfile.ZipFile(path) as old:
        readme = old.read("README.txt")
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as out:
        for kind, ground, ink in (("colour", "#ffffff", colour), ("dark", "#ffffff", "#1d1f21"),
                                  ("light", "#1d1f21", "#ffffff")):
            svg = ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 480 120">'
                   f'<rect width="480" height="120" fill="{ground}"/>'
                   f'<path fill="{ink}" transform="translate(24 22) scale(2.375)" d="{drawing(theme)}"/>'
                   '<text x="124" y="78" font-family="Archivo, Helvetica, sans-serif" font-weight="700" '
                   f'font-size="52" fill="{ink}">{brand}</text></svg>')
            out.writestr(zipfile.ZipInfo(f"{name}-{kind}.svg", (2026, 1, 5, 8, 0, 0)), svg)
        out.writestr(zipfile.ZipInfo("README.txt", (2026, 1, 5, 8, 0, 0)), readme)


def portrait(skin, hair, clothes, ground, shape):
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 240">'
            f'<rect width="240" height="240" fill="{ground}"/>'
            f'<path d="M24 240c4-52 44-70 96-70s92 18 96 70z" fill="{clothes}"/>'
            f'<path d="M102 140h38v34c0 22-38 22-38 0z" fill="{skin}"/><path d="M102 150c8 14 30 14 38 0v12'
            'c-10 10-28 10-38 0z" opacity=".15"/>'
            f'<ellipse cx="121" cy="106" rx="38" ry="48" fill="{skin}"/><path d="{shape}" fill="{hair}"/></svg>')


def logo():
    return ('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 304 52">'
            f'<path fill="#a34d18" transform="translate(4 -2) scale(1.75)" d="{drawing("Default")}"/>'
            '<text x="78" y="37" font-family="Mark" font-size="29" fill="#221f1a">STRAND GROUP</text>'
            '</svg>')


def draw(name, svg, width, height):
    """Writes a drawing as a PNG with a transparent ground."""
    with tempfile.NamedTemporaryFile("w", suffix=".html") as page:
        page.write(f'<style>@font-face{{font-family:Mark;src:url("file://{FONT}")}}body{{margin:0}}'
                   f'svg{{display:block;width:{width}px;height:{height}px}}</style>{svg}')
        page.flush()
        subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--hide-scrollbars", "--allow-file-access-from-files",
                        "--default-background-color=00000000", f"--window-size={width},{height}",
                        f"--screenshot={ASSETS / name}.png", f"file://{page.name}"], check=True, capture_output=True)


for brand, parts in MARKS.items():
    draw(f"brand-{brand}", mark(*parts), 192, 192)
for person, parts in PEOPLE.items():
    draw(f"portrait-{person}", portrait(*parts), 240, 240)
draw("logo-group", logo(), 608, 104)
for brand, parts in ARCHIVES.items():
    archive(brand, *parts)
