import { ApolloClient, ApolloLink } from "@apollo/client";
import { of } from "rxjs";
import { makeCache, profileId } from "./cache";
import {
  AccountDocument,
  type AccountQuery,
  CompareCandidatesDocument,
  NewsFeedDocument,
  type NewsFeedQuery,
  type ProfileFieldsFragment,
  UpdateProfileDocument,
} from "./generated/graphql";

/** A client that gets these results, in their order. */
const clientWith = (...answers: object[]) =>
  new ApolloClient({ cache: makeCache(), link: new ApolloLink(() => of({ data: answers.shift() as object })) });

test("keeps two entries for a product in two locales", () => {
  const cache = makeCache();
  const candidates = (locale: string, name: string) => {
    const variables = { classification: "presses", basket: [], locale };
    const product = { __typename: "Product" as const, slug: "h-20", site: "main", locale, name };
    cache.writeQuery({
      query: CompareCandidatesDocument,
      variables,
      data: { comparisonCandidates: [product] },
    });
    return () => cache.readQuery({ query: CompareCandidatesDocument, variables })?.comparisonCandidates[0]?.name;
  };
  const inEnglish = candidates("en", "Crimping press");
  const inGerman = candidates("de", "Crimppresse");
  expect([inEnglish(), inGerman()]).toEqual(["Crimping press", "Crimppresse"]);
  // Within one locale there is one entry.
  candidates("en", "Crimping press H 20");
  expect([inEnglish(), inGerman()]).toEqual(["Crimping press H 20", "Crimppresse"]);
});

const profile: ProfileFieldsFragment = {
  __typename: "Profile",
  firstName: "Carla",
  lastName: "Muster",
  company: "ACME",
  email: "carla@example.com",
  telephone: "",
  address: "",
  postalCode: "",
  city: "",
  country: "",
  language: "en",
  ticketMails: true,
  isManagedInternally: false,
  hasSecondFactor: false,
  recoveryCodesLeft: null,
};
const accountOf = (changed: ProfileFieldsFragment): AccountQuery => ({
  resolve: {
    __typename: "PageResolution",
    portal: {
      __typename: "PortalEntry",
      account: {
        __typename: "AccountEntry",
        profile: changed,
        fields: [],
        passwordFields: [],
        passwordRules: null,
        sessions: null,
        oneTimeCodeFields: [],
        countries: [],
        languages: [],
      },
    },
  },
});

test("updates all queries that read a changed profile", async () => {
  const client = clientWith(accountOf(profile), {
    updateProfile: {
      __typename: "UpdateProfilePayload",
      profile: { ...profile, lastName: "Example" },
      userErrors: [],
    },
  });
  const shown: unknown[] = [];
  const account = client.watchQuery({ query: AccountDocument, variables: { url: "http://localhost/en/account" } });
  const watched = account.subscribe(({ data }) => {
    if (data?.resolve?.__typename === "PageResolution") shown.push(data.resolve.portal?.account?.profile?.lastName);
  });
  await new Promise((resolve) => setTimeout(resolve, 0));
  const input = { firstName: "Carla", lastName: "Example", language: "en" };
  await client.mutate({ mutation: UpdateProfileDocument, variables: { input } });
  await new Promise((resolve) => setTimeout(resolve, 0));
  watched.unsubscribe();
  expect(shown).toEqual(["Muster", "Example"]);
});

test("gives the profile the id that components modify", () => {
  const cache = makeCache();
  expect(cache.identify({ ...profile })).toBe(profileId);
});

test("merges the pages of the news feed by locale", async () => {
  const page = (ids: string[], endCursor: string | null): NewsFeedQuery => ({
    newsFeed: {
      __typename: "NewsFeedConnection",
      pageInfo: { __typename: "PageInfo", hasNextPage: endCursor !== null, endCursor },
      edges: ids.map((id) => ({
        __typename: "NewsFeedEdge",
        node: {
          __typename: "NewsFeedItem",
          id,
          site: "main",
          locale: "en",
          title: `Entry ${id}`,
          text: null,
          publicationDate: "2026-05-01T00:00:00Z",
          link: null,
          image: null,
        },
      })),
    },
  });
  const client = clientWith(page(["1", "2"], "2"), page(["3"], null), page(["a"], null));
  const feed = client.watchQuery({ query: NewsFeedDocument, variables: { locale: "en" } });
  const watched = feed.subscribe(() => undefined);
  await new Promise((resolve) => setTimeout(resolve, 0));
  await feed.fetchMore({ variables: { after: "2" } });
  await new Promise((resolve) => setTimeout(resolve, 0));
  const { data } = feed.getCurrentResult();
  expect(data).toMatchObject({ newsFeed: { pageInfo: { hasNextPage: false } } });
  const idsOf = (shown: typeof data) => (shown as NewsFeedQuery).newsFeed.edges.map(({ node }) => node.id);
  expect(idsOf(data)).toEqual(["1", "2", "3"]);
  const german = await client.query({ query: NewsFeedDocument, variables: { locale: "de" } });
  expect(german.data?.newsFeed.edges.map(({ node }) => node.id)).toEqual(["a"]);
  watched.unsubscribe();
});
