/** Gives controls of GraphiQL's plug-ins that have no name, or one that is not their text, a right one. */
export function nameControls(panel: HTMLElement): () => void {
  function nameAll() {
    for (const select of panel.querySelectorAll("select:not([aria-label])")) {
      select.setAttribute("aria-label", "Kind of the new operation");
    }
    for (const button of panel.querySelectorAll(".graphiql-history-item-label[aria-label]")) {
      button.removeAttribute("aria-label");
    }
  }
  nameAll();
  const observer = new MutationObserver(nameAll);
  observer.observe(panel, { childList: true, subtree: true, attributeFilter: ["aria-label"] });
  return () => observer.disconnect();
}
