import { InMemoryCache } from "@apollo/client";
import { relayStylePagination } from "@apollo/client/utilities";
import fragments from "./generated/possibleTypes";

/** The cache id of the profile of the signed-in user: there is one. */
export const profileId = "Profile:{}";

/** Entities whose values depend on the site and the locale that they are read for. */
const localized = { keyFields: ["id", "site", "locale"] };

/** Makes the normalized cache: entities by their keys, everything else within the object that it was read with. */
export function makeCache(): InMemoryCache {
  return new InMemoryCache({
    possibleTypes: fragments.possibleTypes,
    typePolicies: {
      Query: { fields: { newsFeed: relayStylePagination(["locale"]) } },
      Capability: localized,
      Classification: { keyFields: ["type", "slug", "site", "locale"] },
      Event: localized,
      MediaRelease: localized,
      NewsFeedItem: localized,
      Page: localized,
      // Screens read a picture in different sizes: one must not take away what another shows.
      Product: { keyFields: ["slug", "site", "locale"], fields: { image: { merge: true } } },
      Story: localized,
      StoryContact: localized,
      // The profile of the signed-in user: there is one.
      Profile: { keyFields: [] },
      // What an address resolves to has no key; several queries add to it.
      PageResolution: { merge: true },
      PortalEntry: { merge: true },
      // Value objects with an id: their values depend on what they were read with.
      Brand: { keyFields: false },
      // Ids of entries are those of one tree: a site in a locale.
      EditorNode: { keyFields: false },
      Location: { keyFields: false },
      SearchResult: { keyFields: false },
      Variant: { keyFields: false },
    },
  });
}
