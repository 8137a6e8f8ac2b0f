import type { ComponentType } from "react";
import type { ElsewhereFragment, FrameFragment } from "~/graph/generated/graphql";
import type { Account } from "~/lib/account";
import type { Lazy } from "~/lib/lazy";
import type { ScreenData } from "~/lib/screenData";

/** The answer of an operation that resolves an address. */
interface ResolveQuery {
  resolve: { __typename: string };
}

/** What the operation of a screen answers for an address that has a page. */
export type PageOf<Query extends ResolveQuery> = Extract<Query["resolve"], { __typename: "PageResolution" }>;

/** The props of a screen whose operation answers a `Query`, and whose `load` returns `Own`. */
export interface ScreenProps<Query extends ResolveQuery, Own = undefined> {
  page: PageOf<Query>;
  /** The absolute address. */
  url: string;
  /** Names the failure of what is missing in the page; nothing where nothing failed. */
  traceId?: string | undefined;
  /** What the screen loads by itself for the signed-in user; nothing for an anonymous user, and in a document. */
  own?: Own | undefined;
}

export interface LoadArgs {
  url: string;
  account: Account;
  /** What the screen's operation answered. */
  page: unknown;
}

/** A module `routes/…/<Name>Screen.tsx`; `edge/screens.go` decides which addresses it shows. */
export interface ScreenModule {
  Screen: ComponentType<{ page: unknown; url: string; traceId?: string | undefined; own?: unknown }>;
  /** Fetches code that only some data needs, so that the screen can be rendered at once. */
  prepare?: (page: unknown) => Promise<unknown> | undefined;
  /** Loads data of the signed-in user at each navigation to the screen; undefined for none. */
  load?: (args: LoadArgs) => Promise<unknown>;
}

/** What every screen's operation answers. */
export type Resolution =
  (FrameFragment & { __typename: "PageResolution" }) | Exclude<ElsewhereFragment, { __typename: "PageResolution" }>;

/** The resolution in the data of a screen; nothing where it could not be read. */
export function resolutionOf({ data }: ScreenData): Resolution | undefined {
  return (data as { resolve?: Resolution } | null)?.resolve;
}

/** The screens by name. */
export interface Screens {
  of: (name: string) => Lazy<ScreenModule>;
}

/** Fetches the code that shows a screen's data. */
export async function prepareScreen(screens: Screens, data: ScreenData): Promise<ScreenModule> {
  const module = await screens.of(data.screen).preload();
  const resolution = resolutionOf(data);
  if (resolution?.__typename === "PageResolution") await module.prepare?.(resolution);
  return module;
}
