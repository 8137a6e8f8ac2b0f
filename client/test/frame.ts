import type { FrameLocaleFragment, FrameSiteFragment } from "~/graph/generated/graphql";

const link = (text: string, url: string) => ({
  __typename: "Link" as const,
  text,
  kind: "ROUTE" as const,
  url,
  openInNewTab: false,
});

const item = (title: string, url: string) => ({
  __typename: "NavigationItem" as const,
  id: url,
  title,
  link: link(title, url),
});

/** A site as every frame shows it. */
export const site: FrameSiteFragment = {
  __typename: "Site",
  id: "main",
  name: "Strand Group",
  theme: "Default",
  enableCutFont: false,
  hideSideButtons: false,
  homeUrl: "/en",
  registrationUrl: null,
  accountUrl: "/en/mykomax/account",
  ticketsUrl: "/en/mykomax/tickets/list",
  directServiceUrl: null,
  logoutUrl: "/en/mykomax/logout",
  portalUrl: "/en/mykomax",
  searchUrl: "/en/search",
  technicalName: "main",
  headerNavigation: {
    __typename: "HeaderNavigation",
    items: [
      {
        __typename: "TopNavigationItem",
        id: "products",
        title: "Products",
        link: link("Products", "/en/products"),
        marketingTitle: null,
        marketingDescription: null,
        marketingSection: null,
        sections: [],
      },
    ],
    topItems: [item("Investors", "/en/investors"), item("Careers", "/en/careers")],
  },
  footerNavigation: {
    __typename: "FooterNavigation",
    theme: "Default",
    contactLink: link("Contact", "/en/contact"),
    sections: [],
    legalLinks: [link("Imprint", "/en/imprint")],
    note: null,
  },
};

export const locale: FrameLocaleFragment = {
  __typename: "Locale",
  code: "en",
  urlCode: "en",
  isInternational: true,
  language: { __typename: "Language", languageCode: "en", nativeName: "English" },
  country: null,
  defaultMeasurementSystem: "METRIC",
};
