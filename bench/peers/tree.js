import { createElement } from "react";

/**
 * The element of a node, which is a text, `{ path, text }` for a text of the data, or `[tag, props, ...children]`.
 * Links of the site are links of the framework's router.
 */
function element(node, link, data, main) {
  if (typeof node === "string") return node;
  if (!Array.isArray(node)) return node.path.reduce((value, key) => value?.[key], data) ?? node.text;
  const [tag, props, ...children] = node;
  if (tag === "main" && main) return main;
  return createElement(
    tag === "a" && props.href?.startsWith("/") ? link : tag,
    props,
    ...children.map((child) => element(child, link, data, main)),
  );
}

/** The content of a page, with texts of its product. */
export function Content({ content, product, link }) {
  return element(content, link, product, null);
}

/** Header, menus and footer around the content, with texts of the navigation. They are part of the app. */
export function Frame({ frame, navigation, link, children }) {
  return element(frame, link, navigation, children);
}
