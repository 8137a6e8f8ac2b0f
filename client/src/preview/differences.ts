import type { DifferenceOutline } from "~/lib/preview/previewMessage";
import "./differences.css";
import { scrollBehavior } from "~/lib/interaction/scrollBehavior";

const attribute = "data-preview-difference";
const current = "data-preview-current";
const moduleAttribute = "data-preview-module";

/**
 * The outlined elements, by the index of their difference; undefined for a difference that is not visible in the page.
 */
let outlinedElements: (Element | undefined)[] = [];

/** Outlines differences in the page and removes earlier outlines. */
export function outlineDifferences(outlines: readonly DifferenceOutline[]): void {
  for (const element of outlinedElements) {
    element?.removeAttribute(attribute);
    element?.removeAttribute(current);
  }
  const content = document.getElementById("content") ?? document.body;
  outlinedElements = outlines.map(({ kind, texts }) => {
    const element = texts.map((text) => findText(content, text)).find((found) => found !== undefined);
    element?.setAttribute(attribute, kind);
    return element;
  });
}

/** Scrolls to an outlined difference. */
export function showDifference(index: number): void {
  for (const element of outlinedElements) element?.removeAttribute(current);
  const element = outlinedElements[index];
  element?.setAttribute(current, "");
  element?.scrollIntoView({ block: "center", behavior: scrollBehavior() });
}

/** Scrolls to a module and marks it; the mark of another module is removed. */
export function showModule(id: string): void {
  for (const element of document.querySelectorAll(`[${moduleAttribute}]`)) element.removeAttribute(moduleAttribute);
  const element = document.getElementById(id);
  element?.setAttribute(moduleAttribute, "");
  element?.scrollIntoView({ block: "start", behavior: scrollBehavior() });
}

const normalize = (text: string) => text.replace(/\s+/g, " ").trim();

/** Returns the smallest element that contains a text, or a picture whose URL contains it. */
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
