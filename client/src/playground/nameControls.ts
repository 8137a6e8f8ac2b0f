/** Gives controls of GraphiQL's plug-ins that have no name, or one that is not their text, a right one. */
export function nameControls(panel: HTMLElement): () => void {
  function nameAll() {
    for (const control of panel.querySelectorAll(":is(input, select):not([aria-label])")) {
      const argument = control.closest<HTMLElement>("[data-arg-name]")?.dataset.argName;
      const name = argument ?? (control.matches("select") ? "Kind of the new operation" : undefined);
      if (name) control.setAttribute("aria-label", name);
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
