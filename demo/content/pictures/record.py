"""The records of the catalogue's machines, and the builders that make machines of them."""
import functools, glob, math, os, re, yaml
import kit
from parts import ACCENT

PIM = os.path.join(kit.HERE, "..", "pim", "products")
FAMILIES = {}


def family(*views):
    """Registers the builder of a classification's machines with the views beside the main one."""

    def register(f):
        FAMILIES[f.__name__.replace("_", "-")] = (f, views)
        return f

    return register


def english(text):
    """The English of a text: a term is its own key, and an object has a value for each language."""
    return str(text["en"] if isinstance(text, dict) else text)


class Machine:
    """A product's record, with its figures in metres, pieces, kilonewtons."""

    def __init__(self, classification, record, index, count):
        self.family, self.slug, self.index, self.count = classification, record["slug"], index, count
        self.name = english(record["name"])
        self.accent = ACCENT[record["brand"]]
        self.rows = {}
        for r in record["specifications"]:
            if r.get("system") != "Imperial":
                self.rows[english(r["name"])] = english(r["value"])
        self.L, self.W, self.H = (
            float(x.replace(" ", "").replace("\u00a0", "")) / 1000
            for x in self.rows["Dimensions (L × W × H)"].split("×")
        )

    def number(self, row, default=0.0):
        """The last number of a row: the upper limit of a range."""
        found = re.findall(r"\d+(?:[ \u00a0]\d{3})*(?:\.\d+)?", self.rows.get(row, ""))
        return float(re.sub(r"[ \u00a0]", "", found[-1])) if found else default

    def wire(self):
        """A radius that suits the wires of the machine."""
        d = self.number("Outer diameter") / 1000
        return d * 0.36 if d else max(0.0007, math.sqrt(self.number("Cross-section", 2) * 0.5 / math.pi) * 0.0016)


@functools.cache
def machines():
    out = {}
    for file in sorted(glob.glob(os.path.join(PIM, "*.yaml"))):
        d = yaml.safe_load(open(file, encoding="utf-8"))
        records = [
            r
            for r in d["products"]
            if any(english(s["name"]).startswith("Dimensions") for s in r.get("specifications", []))
        ]
        for i, r in enumerate(records):
            out[r["slug"]] = Machine(d["classification"], r, i, len(records))
    return out
