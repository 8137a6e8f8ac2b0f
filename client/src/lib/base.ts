import { useHref } from "react-router";
import { readConfig } from "./config";

/**
 * The path below which the pages of this document are served: `/editor-preview/…` in an editor's preview, else empty.
 * On the server, where there is no document, only `useBase` knows it.
 */
export function documentBase(): string {
  return typeof document === "undefined" ? "" : (readConfig().base ?? "");
}

/** The same for markup: links of the router have it by themselves, others need it. */
export function useBase(): string {
  return useHref("/").replace(/\/$/, "");
}

/** Removes the base from an absolute address. */
export function withoutBase(url: URL): URL {
  const base = documentBase();
  if (base && url.pathname.startsWith(`${base}/`)) url.pathname = url.pathname.slice(base.length);
  return url;
}
