import { InMemoryCache } from "@apollo/client";
import { relayStylePagination } from "@apollo/client/utilities";
import fragments from "./generated/possibleTypes";

/** The cache id of the signed-in user's profile, a singleton. */
export const profileId = "Profile:{}";

/** Entities whose values depend on the site and the locale that they are read for. */
const localized = { keyFields: ["id", "site", "locale"] };

/** Creates the normalized cache: entities are stored by key, all other objects inside their parent. */
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
      // Screens read a picture in different sizes: the fields are merged so that one screen does not remove those of
      // another.
      Product: { keyFields: ["slug", "site", "locale"], fields: { image: { merge: true } } },
      Story: localized,
      StoryContact: localized,
      // A singleton: the profile of the signed-in user.
      Profile: { keyFields: [] },
      // A resolution has no key; the fields of several queries are merged.
      PageResolution: { merge: true },
      PortalEntry: { merge: true },
      // Value objects with an id: their values depend on their parent.
      Brand: { keyFields: false },
      // The ids of entries are unique only within the tree of a site and locale.
      EditorNode: { keyFields: false },
      Location: { keyFields: false },
      SearchResult: { keyFields: false },
      Site: { keyFields: false },
      TopNavigationItem: { keyFields: false },
      Variant: { keyFields: false },
    },
  });
}
