import { move } from "piscina";

const encoder = new TextEncoder();
const decoder = new TextDecoder();

/** Makes a task of `threads.ts`, which gets and returns bytes that are moved between threads in place of copied. */
export function threadTask(answer: (input: string) => Promise<string | Uint8Array>) {
  return async (body: Uint8Array) => {
    const made = await answer(decoder.decode(body));
    // A new array has memory of its own; that of a small buffer is shared.
    return move(typeof made === "string" ? encoder.encode(made) : Uint8Array.from(made));
  };
}
