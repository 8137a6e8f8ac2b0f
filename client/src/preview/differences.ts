import type { DifferenceMark } from "~/lib/previewMessage";
import "./differences.css";

const attribute = "data-preview-difference";
const current = "data-preview-current";

/**
 * The marked elements, by the index of their difference; undefined for a difference that is not visible in the page.
 */
let marked: (Element | undefined)[] = [];

/** Marks differences in the page and removes earlier marks. */
export function markDifferences(marks: readonly DifferenceMark[]): void {
  for (const element of marked) {
    element?.removeAttribute(attribute);
    element?.removeAttribute(current);
  }
  const content = document.getElementById("content") ?? document.body;
  marked = marks.map(({ kind, texts }) => {
    const element = texts.map((text) => findText(content, text)).find((found) => found !== undefined);
    element?.setAttribute(attribute, kind);
    return element;
  });
}

/** Scrolls to a marked difference. */
export function showDifference(index: number): void {
  for (const element of marked) element?.removeAttribute(current);
  const element = marked[index];
  element?.setAttribute(current, "");
  const isStill = window.matchMedia("(prefers-reduced-motion: reduce)").matches;
  element?.scrollIntoView({ block: "center", behavior: isStill ? "auto" : "smooth" });
}

const normalize = (text: string) => text.replace(/\s+/g, " ").trim();

/** Returns the smallest element that contains a text, or a picture whose address contains it. */
function findText(content: Element, text: string): Element | undefined {
  const wanted = normalize(text);
  if (!wanted) return undefined;
  let found: Element | undefined;
  let elements = [content];
  while (elements.length > 0) {
    const inner = elements.find((element) => normalize(element.textContent).includes(wanted));
    if (!inner) break;
    found = inner;
    elements = [...inner.children];
  }
  if (found && found !== content) return found;
  return [...content.querySelectorAll("img")].find((image) => image.src.includes(wanted) || image.alt === wanted);
}
