import { SignInError, texts } from "~/signin/messages";

/** The parts of the browser that the sign-in needs besides requests and storage; tests replace them. */
export interface Environment {
  /** Scheme and host of this page, without a trailing slash. */
  origin: string;
  /** Returns the current time in epoch milliseconds. */
  now: () => number;
  /** Navigates away from the page. */
  assign: (url: string) => void;
  /** Returns a signal that aborts after this number of milliseconds. */
  deadline: (milliseconds: number) => AbortSignal;
  /** Opens `url` in a hidden frame and resolves with the first URL that begins with `redirectUri`. */
  frame: (url: string, redirectUri: string, deadline: AbortSignal) => Promise<string>;
}

/** The URL that a frame shows; empty while it shows another origin. */
function urlOf(frame: HTMLIFrameElement): string {
  try {
    return frame.contentWindow?.location.href ?? "";
  } catch {
    return "";
  }
}

function openFrame(url: string, redirectUri: string, deadline: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    const frame = document.createElement("iframe");
    frame.hidden = true;
    // A provider may redirect through its own pages. One that stays at such a page needs interaction: the silent check
    // has failed.
    frame.addEventListener("load", () => {
      const url = urlOf(frame);
      if (!url.startsWith(redirectUri)) return;
      frame.remove();
      resolve(url);
    });
    deadline.addEventListener("abort", () => {
      frame.remove();
      reject(new SignInError(texts.timedOut));
    });
    frame.src = url;
    document.body.append(frame);
  });
}

/** The environment of a real browser. */
export function browserEnvironment(): Environment {
  return {
    origin: window.location.origin,
    now: Date.now,
    assign: (url) => window.location.assign(url),
    deadline: (milliseconds) => AbortSignal.timeout(milliseconds),
    frame: openFrame,
  };
}
