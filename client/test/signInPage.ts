import { type Environment } from "~/signin/environment";
import { SignInError, texts } from "~/signin/messages";
import { makeSignIn, type Settings, type SignIn } from "~/signin/signIn";
import { type Visitor } from "./identityProvider";

/** A tab with a sign-in; navigation is recorded instead of executed. */
export interface Page {
  signIn: SignIn;
  /** The last URL that the page was left for. */
  lastUrl: () => string | undefined;
  /** Waits until the page is left, and follows the URL as the visitor does. */
  follow: (account?: string) => Promise<string>;
  /** Expires the timeouts of up to this number of milliseconds; returns their number. */
  expireDeadlines: (milliseconds: number) => number;
  /** The number of opened hidden frames. */
  frames: () => number;
  /** Closes the tab. */
  close: () => void;
}

/** Milliseconds by which the clock of all pages is ahead. */
export const clock = { ahead: 0 };

const open = new Set<Page>();

/** Closes all tabs, as loading a page does with one. */
export function closePages() {
  for (const page of open) page.close();
  open.clear();
}

/** Opens a tab. */
export function openPage(settings: Settings, visitor: Visitor, change: Partial<Environment> = {}): Page {
  const urls: string[] = [];
  const waiting = new Set<() => void>();
  const deadlines: { milliseconds: number; controller: AbortController }[] = [];
  let frames = 0;
  const environment: Environment = {
    origin: window.location.origin,
    now: () => Date.now() + clock.ahead,
    assign(url) {
      urls.push(url);
      for (const wake of waiting) wake();
    },
    deadline(milliseconds) {
      const controller = new AbortController();
      deadlines.push({ milliseconds, controller });
      return controller.signal;
    },
    async frame(url, redirectUri, deadline) {
      frames++;
      const late = new Promise<never>((_, reject) =>
        deadline.addEventListener("abort", () => reject(new SignInError(texts.timedOut))),
      );
      const arrived = await Promise.race([visitor.follow(url), late]);
      return arrived.startsWith(redirectUri) ? arrived : await late;
    },
    ...change,
  };

  const channels: BroadcastChannel[] = [];
  const Channel = globalThis.BroadcastChannel;
  globalThis.BroadcastChannel = class extends Channel {
    constructor(name: string) {
      super(name);
      channels.push(this);
    }
  };
  const signIn = makeSignIn(settings, environment);
  globalThis.BroadcastChannel = Channel;

  const page: Page = {
    signIn,
    lastUrl: () => urls.at(-1),
    async follow(account) {
      if (urls.length === 0) await new Promise<void>((resolve) => waiting.add(resolve));
      return await visitor.follow(urls.at(-1) ?? "", account);
    },
    expireDeadlines(milliseconds) {
      const over = deadlines.filter((deadline) => deadline.milliseconds <= milliseconds);
      for (const { controller } of over) controller.abort();
      return over.length;
    },
    frames: () => frames,
    close: () => channels.forEach((channel) => channel.close()),
  };
  open.add(page);
  return page;
}

/** Signs in from a page, up to the page that is loaded afterwards. */
export async function signInAs(account: string, settings: Settings, visitor: Visitor): Promise<Page> {
  const before = openPage(settings, visitor);
  await before.signIn.logIn("/mykomax");
  const callback = await before.follow(account);
  before.close();
  const at = openPage(settings, visitor);
  const result = await at.signIn.finish(new URL(callback).searchParams);
  if ("error" in result) throw new Error(result.error);
  at.close();
  return openPage(settings, visitor);
}
