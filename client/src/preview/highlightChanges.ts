import "./highlightChanges.css";

/** Milliseconds after an update during which React may still change the document: it renders in transitions. */
const settleTime = 500;
/** The duration of the highlight in milliseconds (`highlightChanges.css`). */
const highlightTime = 1600;

/** Updates the page and highlights what changed. Keeps the scroll position. */
export async function highlightChanges(update: () => Promise<void>): Promise<void> {
  const changedElements = new Set<Element>();
  const observer = new MutationObserver((mutations) => {
    for (const { type, target, addedNodes } of mutations) {
      if (type === "characterData" && target.parentElement) changedElements.add(target.parentElement);
      if (type === "attributes" && target instanceof Element) changedElements.add(target);
      for (const node of addedNodes) {
        const element = node instanceof Element ? node : node.parentElement;
        if (element) changedElements.add(element);
      }
    }
  });
  const content = document.getElementById("content") ?? document.body;
  const options = { subtree: true, childList: true, characterData: true, attributeFilter: ["src", "srcset", "href"] };
  observer.observe(content, options);
  try {
    await update();
    await new Promise((resolve) => setTimeout(resolve, settleTime));
  } finally {
    observer.disconnect();
  }
  for (const element of outermost(changedElements)) {
    element.setAttribute("data-preview-changed", "");
    setTimeout(() => element.removeAttribute("data-preview-changed"), highlightTime);
  }
}

/** Returns the elements that are not inside another element of the set. */
function outermost(elements: ReadonlySet<Element>): Element[] {
  return [...elements].filter((element) => {
    for (let above = element.parentElement; above; above = above.parentElement) if (elements.has(above)) return false;
    return element.isConnected;
  });
}
