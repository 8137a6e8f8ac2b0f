import { useState } from "react";

/** Copies a text to the clipboard; returns whether the browser allowed it. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch (error) {
    console.warn("The text cannot be copied.", error);
    return false;
  }
}

/** Copies a text; `isCopied` is undefined until the first attempt has a result. */
export function useCopy() {
  const [isCopied, setCopied] = useState<boolean>();
  const copy = async (text: string) => setCopied(await copyText(text));
  return { isCopied, copy };
}
