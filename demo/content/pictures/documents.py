"""Prints the media releases and the annual report as PDF from the content that the site shows, in both languages, and
draws the first pages of the reports.

python3 content/pictures/documents.py [<release or report> …]  (needs Chromium: CHROMIUM_PATH, or its headless shell;
pdftotext and pdftoppm of Poppler; fontTools with Brotli, Pillow and PyYAML)
"""

import base64
import functools
import html
import io
import json
import os
import pathlib
import re
import subprocess
import sys
import tempfile

from fontTools.ttLib import TTFont
from fontTools.varLib.instancer import instantiateVariableFont
from PIL import Image

from markup import ASSETS, CONTENT, ROOT, flow, hero, inline, load, picture, read, section

RELEASES = CONTENT / "cms/media-releases"
PAGES = CONTENT / "cms/sites/main/pages"
CHROMIUM = os.environ.get("CHROMIUM_PATH", "chromium-headless-shell")
TEMP = tempfile.TemporaryDirectory()
LANGUAGES = ("en", "de")
REPORT = "annual-report-2025"

# The texts of the site that documents share with it, and those that only documents have.
TEXTS = {lang: json.loads((ROOT / f"client/src/i18n/messages/site/{lang}.json").read_text()) | own
         for lang, own in {
             "en": {"sample": "Sample content: the company, its people and figures are made up.", "date": "{} {} {}",
                    "months": "January February March April May June July August September October November December"},
             "de": {"sample": "Beispielinhalt: Das Unternehmen, seine Personen und Zahlen sind erfunden.",
                    "date": "{}. {} {}",
                    "months": "Januar Februar März April Mai Juni Juli August September Oktober November Dezember"},
         }.items()}
LOGO = ('<p class="logo">' + (ROOT / "client/src/theme/marks/Default.svg").read_text().replace(
    "<svg ", '<svg aria-hidden="true" ').strip() + "Strand Group</p>")
CONTACTS = {contact["slug"]: contact for contact in load(CONTENT / "cms/story-contacts.yaml")}


@functools.cache
def fonts():
    """The fonts of the site at fixed weights: a PDF cannot contain a variable font, only drawings of its letters."""
    files = ROOT / "node_modules/@fontsource-variable/archivo/files"
    mark = ROOT / "node_modules/@fontsource/chakra-petch/files/chakra-petch-latin-600-normal.woff2"
    faces = [("Mark", 600, "normal", mark.read_bytes())]
    for weight, style in ((400, "normal"), (600, "normal"), (400, "italic")):
        font, data = TTFont(files / f"archivo-latin-wght-{style}.woff2", recalcTimestamp=False), io.BytesIO()
        font.flavor = None
        instantiateVariableFont(font, {"wght": weight}, inplace=True)
        font.save(data)
        faces.append(("Archivo", weight, style, data.getvalue()))
    return "".join(f"@font-face{{font-family:{family};font-weight:{weight};font-style:{style};"
                   f'src:url("data:font/ttf;base64,{base64.b64encode(data).decode()}")}}'
                   for family, weight, style, data in faces)


def write(name, lang, title, style, body, published):
    """Prints a document. Its dates become that of its publication, so that it changes only with its content."""
    page, pdf = pathlib.Path(TEMP.name, "page.html"), ASSETS / f"{name}.pdf"
    css = fonts() + pathlib.Path(__file__).with_suffix(".css").read_text()
    page.write_text(f'<!doctype html><html lang="{lang}"><meta charset="utf-8"><title>{html.escape(title)}</title>'
                    f"<style>{css}{style}</style><body>{body}</body></html>")
    subprocess.run([CHROMIUM, "--headless", "--no-sandbox", "--no-pdf-header-footer",
                    "--generate-pdf-document-outline", "--user-agent=Strand Group", f"--print-to-pdf={pdf}",
                    page.as_uri()], check=True, capture_output=True)
    date = f"D:{published:%Y%m%d%H%M%S}+00'00'".encode()
    pdf.write_bytes(re.sub(rb"D:\d{14}\+00'00'", date, pdf.read_bytes()))
    return pdf


def release(folder, lang):
    texts = TEXTS[lang]
    fields, body = read(folder, lang)
    day, contact = fields["publicationDate"], CONTACTS[fields["contact"]]
    date = texts["date"].format(day.day, texts["months"].split()[day.month - 1], day.year)
    label = texts["media.adhocLabel" if fields.get("adhoc") else "media.label"]
    foot = (f'<b>{contact["name"]}</b><br>{contact["role"][lang]}<br>'
            f'<a href="mailto:{contact["email"]}">{contact["email"]}</a><br>{contact["phone"]}')
    write(fields["pdf"], lang, fields["title"], '@page{@bottom-right{content:counter(page) " / " counter(pages)}}',
          f'<article class="release"><header>{LOGO}</header><p><b>{label}</b><br>{date}</p><div>'
          f'<h1>{inline(fields["title"])}</h1><p class="lead">{inline(fields["leadText"])}</p>{flow(body, lang)}'
          f'<footer><address>{foot}</address><p class="note">{texts["sample"]}</p></footer></div></article>', day)


def chapters(name):
    """The handles of the chapters, in the order of the navigation."""
    return re.findall(rf"page: ({name}-\S+)", (PAGES.parent / "navigation.yaml").read_text())


def report(name, lang):
    texts = TEXTS[lang]
    fields, body = read(PAGES / name, lang)
    handles = chapters(name)
    cover, title = hero(body), fields["title"]
    marks = [texts["report.chapter"].format(number=n, count=len(handles)) for n in range(1, len(handles) + 1)]
    style, articles, titles = "", "", []
    for n, (handle, mark) in enumerate(zip(handles, marks), 1):
        own, text = read(PAGES / handle, lang)
        head = hero(text)
        titles.append(own["title"])
        style += (f'.c{n}{{page:c{n}}}@page c{n}{{@top-left{{content:"{title}"}}'
                  f'@top-right{{content:"{own["title"]}"}}}}')
        articles += (f'<article class="chapter c{n}" id="{handle}"><p class="mark">{mark}</p>'
                     f'<h1>{inline(head["title"])}</h1><p class="lead">{inline(head["lead"])}</p>'
                     f'{flow(text, lang, ("hero",))}</article>')
    style += (f'@page{{@bottom-left{{content:"Strand Group. {texts["sample"]}"}}'
              "@bottom-right{content:counter(page)}}"
              "@page :first{margin:0;@bottom-left{content:none}@bottom-right{content:none}}")

    def print_with(numbers):
        contents = "".join(f'<li><a href="#{handle}"><span>{n}</span> {inline(of)} <span>{number}</span></a></li>'
                           for n, (handle, of, number) in enumerate(zip(handles, titles, numbers), 1))
        front = (f'<article class="cover"><header>{LOGO}</header><div><p class="mark">{inline(cover["overline"])}</p>'
                 f'<h1>{inline(cover["title"])}</h1><p class="lead">{inline(cover["lead"])}</p></div>'
                 f'{picture(cover["image"], lang)}</article><article class="contents">'
                 + section(texts["report.chapters"], f"<ol>{contents}</ol>", "module")
                 + flow(body, lang, ("hero", "downloads")) + "</article>")
        return write(f"{name}-{lang}", lang, title, style, front + articles, fields["updated"])
    # Chromium cannot print the number of the page of another element: the first print tells them.
    text = subprocess.run(["pdftotext", print_with([""] * len(handles)), "-"], check=True, capture_output=True,
                          text=True).stdout
    pdf = print_with([next(i for i, page in enumerate(text.split("\f"), 1) if mark in page) for mark in marks])
    first = pathlib.Path(TEMP.name, "first")
    subprocess.run(["pdftoppm", "-png", "-singlefile", "-r", "120", pdf, first], check=True)
    Image.open(f"{first}.png").convert("RGB").resize((340, 481), Image.Resampling.LANCZOS).save(
        ASSETS / f"{name}-{lang}-thumbnail.webp", quality=82, method=6)


chosen = sys.argv[1:]
for folder in sorted(RELEASES.iterdir()):
    if "pdf" in read(folder, "en")[0] and (not chosen or folder.name in chosen):
        for language in LANGUAGES:
            release(folder, language)
if not chosen or REPORT in chosen:
    for language in LANGUAGES:
        report(REPORT, language)
