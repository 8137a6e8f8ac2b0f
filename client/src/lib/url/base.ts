import { useHref } from "react-router";
import { readConfig } from "~/lib/document/config";

/**
 * The base path of this document's pages: `/editor-preview/…` in an editor's preview, otherwise empty. For the browser
 * only: on the server, use `useBase`.
 */
export function documentBase(): string {
  return readConfig().base ?? "";
}

/** The base path for markup. Router links add it automatically, other links need it. */
export function useBase(): string {
  return useHref("/").replace(/\/$/, "");
}

/** Returns an absolute address without the base path. */
export function withoutBase(address: string | URL): URL {
  const url = new URL(address);
  const base = documentBase();
  if (base && url.pathname.startsWith(`${base}/`)) url.pathname = url.pathname.slice(base.length);
  return url;
}
