/**
 * Loads code on demand; undefined on failure. In a build a failed `import()` does not reject: it resolves to undefined,
 * since `lib/loading/releases.ts` handles its error.
 */
export async function tryLoad<Module>(load: () => Promise<Module>): Promise<Module | undefined> {
  try {
    return await load();
  } catch (error) {
    console.warn("Code cannot be loaded.", error);
    return undefined;
  }
}

/**
 * Reloads the document if the server can be reached. Some browsers remember a failed `import()` as long as the document
 * exists, so that a retry fails too.
 */
export async function reloadIfOnline(): Promise<void> {
  try {
    const { ok } = await fetch(window.location.href, { method: "HEAD", cache: "no-store" });
    if (ok) window.location.reload();
  } catch {
    // Still offline: the message stays.
  }
}
