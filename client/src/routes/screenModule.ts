import type { TypedDocumentNode } from "@apollo/client";
import type { ComponentType } from "react";
import type {
  FrameFragment,
  FrameSiteFragment,
  RedirectOrNotFoundFragment,
  SiteQuery,
} from "~/graph/generated/graphql";
import type { PrivateQuery } from "~/graph/routeQueries";
import type { Account } from "~/lib/account/account";
import type { Lazy } from "~/lib/loading/lazy";
import type { ScreenData } from "~/lib/screen/screenData";
import type { SiteData } from "~/lib/screen/screenData";

/** The result of an operation that resolves an address. */
interface ResolveQuery {
  resolve: { __typename: string };
}

/** A resolution with the data that all pages of its site share, in place of the site's reference. */
export type WithSite<R> = R extends { site: object } ? Omit<R, "site"> & { site: FrameSiteFragment } : R;

/** The result of the operations of a screen and of its site, for an address with a page. */
export type ResolutionOf<Query extends ResolveQuery> = WithSite<
  Extract<Query["resolve"], { __typename: "PageResolution" }>
>;

/** The props of a screen whose operation returns a `Query`, with the data `Private` of the signed-in user. */
export interface ScreenProps<Query extends ResolveQuery, Private = undefined> {
  resolution: ResolutionOf<Query>;
  /** The absolute address. */
  url: string;
  /** The trace id of the failure of a missing part; undefined if nothing failed. */
  traceId?: string | undefined;
  /** The data that was loaded for the signed-in user; undefined for an anonymous user, and in a document. */
  privateData?: Private | undefined;
}

export interface LoadArgs {
  url: string;
  account: Account;
  /** The result of the screen's operation. */
  resolution: unknown;
}

/** A module `routes/…/<Name>Screen.tsx`; `edge/pages/screens.go` selects the screen of an address. */
export interface ScreenModule {
  Screen: ComponentType<{ resolution: unknown; url: string; traceId?: string | undefined; privateData?: unknown }>;
  /** Loads code that only some pages need, so that the screen renders without suspending. */
  prepare?: (resolution: unknown) => Promise<unknown> | undefined;
  /** Loads data of the signed-in user that depends on what is the same for all users; undefined if there is none. */
  load?: (args: LoadArgs) => Promise<unknown>;
  /** The query of the signed-in user's data, for a page of the portal. */
  query?: TypedDocumentNode<PrivateQuery, { url: string }>;
}

/** The resolution of an address, as every screen's operation returns it; its site is a reference. */
export type Resolution =
  | (FrameFragment & { __typename: "PageResolution" })
  | Exclude<RedirectOrNotFoundFragment, { __typename: "PageResolution" }>;

/** Returns the resolution in the data of a screen; undefined if it is unavailable. */
export function resolutionOf({ data }: ScreenData): Resolution | undefined {
  return (data as { resolve?: Resolution } | null)?.resolve;
}

/** Returns a resolution with the data of its site. */
export function withSite<R extends Resolution>(resolution: R, site: SiteData): WithSite<R> {
  return { ...resolution, site: (site as SiteQuery).siteAt } as unknown as WithSite<R>;
}

/** The screens by name. */
export interface Screens {
  has: (name: string) => boolean;
  of: (name: string) => Lazy<ScreenModule>;
}

/** Loads the code of a screen for its data. */
export async function prepareScreen(screens: Screens, data: ScreenData): Promise<ScreenModule> {
  const module = await screens.of(data.screen).preload();
  const resolution = resolutionOf(data);
  if (resolution?.__typename === "PageResolution") await module.prepare?.(resolution);
  return module;
}
