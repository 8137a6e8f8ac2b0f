import { SignInError, texts } from "~/signin/messages";

/** What signing in asks of the browser besides requests and storage; tests bring their own. */
export interface Environment {
  /** Scheme and host of this page, without a trailing slash. */
  origin: string;
  /** Epoch milliseconds. */
  now: () => number;
  /** Leaves the page. */
  assign: (url: string) => void;
  /** Aborts after so many milliseconds. */
  deadline: (milliseconds: number) => AbortSignal;
  /** Opens `url` in a hidden frame and tells the address at which it arrives, one that begins with `arrival`. */
  frame: (url: string, arrival: string, deadline: AbortSignal) => Promise<string>;
}

/** The address that a frame shows; empty while it is a page of another origin. */
function addressOf(frame: HTMLIFrameElement): string {
  try {
    return frame.contentWindow?.location.href ?? "";
  } catch {
    return "";
  }
}

function openFrame(url: string, arrival: string, deadline: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const frame = document.createElement("iframe");
    frame.hidden = true;
    // A provider may pass through pages of its own. One that stays at such a page wants somebody to look at it.
    frame.addEventListener("load", () => {
      const address = addressOf(frame);
      if (!address.startsWith(arrival)) return;
      frame.remove();
      resolve(address);
    });
    deadline.addEventListener("abort", () => {
      frame.remove();
      reject(new SignInError(texts.timedOut));
    });
    frame.src = url;
    document.body.append(frame);
  });
}

/** The browser itself. */
export function browserEnvironment(): Environment {
  return {
    origin: window.location.origin,
    now: Date.now,
    assign: (url) => window.location.assign(url),
    deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
    frame: openFrame,
  };
}
