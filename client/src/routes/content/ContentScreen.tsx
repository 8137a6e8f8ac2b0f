import { useQuery } from "@apollo/client/react";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { useOrigin } from "~/app/origin";
import { useOutage } from "~/app/outage";
import { Head } from "~/features/frame/Head";
import { LanguageBanner } from "~/features/frame/LanguageBanner";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { PageContent, PageModule } from "~/features/page/PageContent";
import { PageTitle } from "~/features/page/PageTitle";
import { ErrorPage } from "~/features/state/ErrorPage";
import { NotFoundPage } from "~/features/state/NotFoundPage";
import { ProtectedPage } from "~/features/state/ProtectedPage";
import { ContentScreenDocument, type ContentScreenQuery } from "~/graph/generated/graphql";
import { interfaceLanguage } from "~/i18n/languages";

type Resolution = ContentScreenQuery["resolve"];

/** Shows whatever a URL leads to: a content page, a message that there is none, or the way to somewhere else. */
export function ContentScreen() {
  const { pathname, search } = useLocation();
  const url = useOrigin() + pathname + search;
  const { data, previousData, error } = useQuery(ContentScreenDocument, { variables: { url } });
  const resolution = (data ?? previousData)?.resolve;
  const outage = useOutage();
  const traceId = traceOf(error) ?? outage?.traceId;
  useOutcome(data?.resolve);

  if (!resolution) {
    if (!error && !outage) return null;
    return (
      <main>
        <ErrorPage homeUrl="/" traceId={traceId} />
      </main>
    );
  }
  switch (resolution.__typename) {
    case "RedirectResolution":
      return null;
    case "NotFoundResolution":
      return <NothingHere resolution={resolution} />;
    case "PageResolution":
      return <ContentPage resolution={resolution} traceId={traceId} />;
  }
}

/** Follows a redirect; and loads the document anew where the new page speaks another language than the interface. */
function useOutcome(resolution: Resolution | undefined) {
  const navigate = useNavigate();
  const location = resolution?.__typename === "RedirectResolution" ? resolution.location : undefined;
  const locale = resolution && "locale" in resolution ? resolution.locale.code : undefined;

  useEffect(() => {
    if (!location) return;
    if (location.startsWith("/")) void navigate(location, { replace: true });
    else window.location.replace(location);
  }, [location, navigate]);

  useEffect(() => {
    if (locale && interfaceLanguage(locale) !== interfaceLanguage(document.documentElement.lang)) window.location.reload();
  }, [locale]);
}

function ContentPage({
  resolution,
  traceId,
}: {
  resolution: Extract<Resolution, { __typename: "PageResolution" }>;
  traceId: string | undefined;
}) {
  const { site, locale, breadcrumb, page, localeVersions, theme, screen } = resolution;
  const frame = { site, locale, breadcrumb, versions: localeVersions, theme };
  if (!page && screen !== "CONTENT") {
    const title = breadcrumb.at(-1)?.title ?? site.name;
    return (
      <SiteFrame {...frame}>
        <title>{`${title} – ${site.name}`}</title>
        <PageTitle title={title} />
      </SiteFrame>
    );
  }
  if (!page) {
    return (
      <SiteFrame {...frame}>
        <ErrorPage homeUrl={site.homeUrl} traceId={traceId} />
      </SiteFrame>
    );
  }
  const { contentLanguage } = page;
  const foreign = contentLanguage.languageCode !== locale.language.languageCode;
  return (
    <SiteFrame
      {...frame}
      header={page.header}
      contentLanguage={foreign ? contentLanguage.languageCode : undefined}
      banner={
        (page.isLanguageFallback || page.isLanguageUnavailable) && (
          <LanguageBanner wanted={locale.language.nativeName} shown={contentLanguage.nativeName} />
        )
      }
    >
      <Head siteName={site.name} locale={locale.code} page={page} image={page.image?.source} />
      {page.protection === "NONE" ? <PageContent page={page} /> : <ProtectedPage title={page.title} />}
    </SiteFrame>
  );
}

function NothingHere({ resolution }: { resolution: Extract<Resolution, { __typename: "NotFoundResolution" }> }) {
  const { site, locale, breadcrumb, localeVersions, message, page } = resolution;
  return (
    <SiteFrame site={site} locale={locale} breadcrumb={breadcrumb} versions={localeVersions} theme={site.theme}>
      <title>{`404 – ${site.name}`}</title>
      <meta name="robots" content="noindex" />
      <NotFoundPage message={message} homeUrl={site.homeUrl} />
      {/* What the site's editors say to somebody who is lost; its hero would be a second title. */}
      {page?.modules
        .filter((m) => m.__typename !== "HeroModule")
        .map((m) => <PageModule key={m.id} module={m} />)}
    </SiteFrame>
  );
}

/** The trace id that the graph gives with an error, for whoever has to look into it. */
function traceOf(error: Error | undefined): string | undefined {
  const errors = (error as { errors?: { extensions?: { traceId?: unknown } }[] } | undefined)?.errors;
  const id = errors?.[0]?.extensions?.traceId;
  return typeof id === "string" ? id : undefined;
}
