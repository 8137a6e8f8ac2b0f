import type { DocumentNode } from "graphql";
import type { ComponentType } from "react";

export interface ScreenProps {
  /** The absolute address that the screen shows: the variable of its operation. */
  url: string;
}

/** A screen of the sites: what it shows, and the one operation that it asks. */
export interface ScreenModule {
  Screen: ComponentType<ScreenProps>;
  document: DocumentNode;
  /** It shows something to whoever is signed in, who asks for it anew at each visit. */
  isProtected?: boolean;
  /** Fetches what else its data needs, so that it can be rendered at once. */
  prepare?: (data: unknown) => Promise<unknown> | undefined;
}
