import { createElement } from "react";

/** The element of a node, which is a text or `[tag, props, ...children]`. Links of the site are a framework's own links. */
function element(node, link, main) {
  if (typeof node === "string") return node;
  const [tag, props, ...children] = node;
  if (tag === "main" && main) return main;
  return createElement(
    tag === "a" && props.href?.startsWith("/") ? link : tag,
    props,
    ...children.map((child) => element(child, link, main)),
  );
}

/** The content of a page, which is the data of its address. */
export function Content({ content, link }) {
  return element(content, link, null);
}

/** Header, menus and footer around the content. They are part of the app, not of the data of an address. */
export function Frame({ frame, link, children }) {
  return element(frame, link, children);
}
