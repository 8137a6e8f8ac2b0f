/** The example operations of the playground, one tab each. */
export const examples = [
  `# What does a URL lead to? Try another page, a redirect (/company-history)
# or something that is not there.
query ResolveUrl {
  resolve(url: "http://localhost/en/about") {
    ... on PageResolution {
      site { name theme }
      locale { code }
      breadcrumb { title url }
      page {
        title
        contentLanguage { nativeName }
        modules { __typename }
      }
    }
    ... on RedirectResolution { status location }
    ... on NotFoundResolution { message }
  }
}
`,
  `# A site with its navigation, in a locale of your choice.
query SiteNavigation {
  site(technicalName: "komax") {
    name
    languages { languageCode nativeName }
    headerNavigation(locale: "de") {
      items {
        title
        url
        sections { title items { title url } }
      }
    }
  }
}
`,
  `# Products come from the PIM, in one call however many there are.
query Products {
  products(slugs: ["alpha-530", "kappa-330"], locale: "en") {
    slug
    name
    shortDescription
    route
  }
}
`,
  `# Personal data needs an ID token in the headers: {"Authorization": "Bearer …"}
# Without one you see how the graph refuses. A subscription goes on until it is stopped.
subscription WatchTicket {
  ticketChanged(id: "sample-0001") {
    number
    status
    comments { author { fullName } text createdAt }
  }
}
`,
  `# The graph is an Apollo Federation v2 subgraph.
query Federation {
  _service { sdl }
}
`,
];
