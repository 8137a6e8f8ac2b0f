import { TestEnvironment as JsdomEnvironment } from "jest-environment-jsdom";

/** jsdom with the parts of Node that browsers have and jsdom lacks. */
export default class Environment extends JsdomEnvironment {
  async setup() {
    await super.setup();
    const names = [
      "fetch",
      "Headers",
      "Request",
      "Response",
      "AbortController",
      "AbortSignal",
      "ReadableStream",
      "TransformStream",
      "TextEncoder",
      "TextDecoder",
      "structuredClone",
      "BroadcastChannel",
    ];
    for (const name of names) {
      this.global[name] = globalThis[name];
    }
  }
}
