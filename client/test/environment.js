import { TestEnvironment as JsdomEnvironment } from "jest-environment-jsdom";

/** A channel that does not keep the process alive. */
class Channel extends BroadcastChannel {
  constructor(name) {
    super(name);
    this.unref();
  }
}

/** jsdom with the browser APIs that Node has and jsdom lacks. */
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
      "crypto",
      "ArrayBuffer",
    ];
    for (const name of names) {
      Object.defineProperty(this.global, name, { value: globalThis[name], configurable: true, writable: true });
    }
    this.global.BroadcastChannel = Channel;
    // URL objects of jsdom are not instances of Node's URL class.
    const { URL } = this.global;
    URL.parse = (url, base) => (URL.canParse(url, base) ? new URL(url, base) : null);
    Object.defineProperty(this.global.navigator, "locks", {
      value: globalThis.navigator?.locks,
      configurable: true,
    });
  }
}
