import type { FrameFragment, FrameLocaleFragment, FrameSiteFragment } from "~/graph/generated/graphql";

const link = (text: string, url: string) => ({
  text,
  kind: "ROUTE" as const,
  url,
  openInNewTab: false,
});

const item = (title: string, url: string) => ({
  id: url,
  title,
  link: link(title, url),
});

const portalNavigation: FrameSiteFragment["portalNavigation"] = [
  { page: "HOME", url: "/en/mykomax", role: null },
  { page: "TICKETS", url: "/en/mykomax/tickets/list", role: "kmx_int_serviceticketing_active" },
  { page: "INVENTORY", url: "/en/mykomax/inventory", role: "kmx_int_assetdb_active" },
  { page: "SOFTWARE", url: "/en/mykomax/inventory/software", role: "kmx_int_assetdb_active" },
  { page: "USER_ADMIN", url: "/en/mykomax/user-admin", role: "kmx_delegatedadmin_" },
  { page: "ACCOUNT", url: "/en/mykomax/account", role: null },
];

/** The site of a frame. */
export const site: FrameSiteFragment = {
  id: "main",
  name: "Strand Group",
  theme: "Default",
  enableCutFont: false,
  hideSideButtons: false,
  homeUrl: "/en",
  registrationUrl: null,
  accountUrl: "/en/mykomax/account",
  ticketsUrl: "/en/mykomax/tickets/list",
  newTicketUrl: "/en/mykomax/tickets/newticket",
  inventoryUrl: "/en/mykomax/inventory",
  userAdminUrl: "/en/mykomax/user-admin",
  portalNavigation,
  directServiceUrl: null,
  logoutUrl: "/en/mykomax/logout",
  portalUrl: "/en/mykomax",
  searchUrl: "/en/search",
  productsUrl: "/en/products",
  requestUrl: "/en/request",
  privacyUrl: "/en/privacy",
  parts: ["CATALOGUE", "SUBMISSIONS", "REQUESTS", "PORTAL", "SERVICE_PORTAL", "TRANSLATIONS"],
  technicalName: "main",
  languages: [{ languageCode: "en", languageTag: "en", nativeName: "English" }],
  headerNavigation: {
    items: [
      {
        id: "products",
        title: "Products",
        link: link("Products", "/en/products"),
        marketingTitle: null,
        marketingDescription: null,
        marketingSection: null,
        items: [],
        sections: [],
        overviewOf: null,
      },
    ],
    topItems: [item("Investors", "/en/investors"), item("Careers", "/en/careers")],
  },
  footerNavigation: {
    theme: "Default",
    contactLink: link("Contact", "/en/contact"),
    sections: [],
    legalLinks: [link("Imprint", "/en/imprint")],
    note: null,
  },
};

export const locale: FrameLocaleFragment = {
  code: "en",
  urlCode: "en",
  openGraphCode: "en",
  isInternational: true,
  language: { languageCode: "en", nativeName: "English" },
  country: null,
  defaultMeasurementSystem: "METRIC",
};

type Frame = Pick<FrameFragment, "locale" | "localeVersions" | "theme" | "breadcrumb"> & { site: FrameSiteFragment };

/** The frame data of a page. */
export const frame: Frame = { site, locale, localeVersions: [], theme: "Default", breadcrumb: [] };

/** The data of the site. */
export const siteData = { siteAt: site };
