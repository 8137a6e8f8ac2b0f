import { useQuery } from "@apollo/client/react";
import { useEffect } from "react";
import { useLocation, useNavigate } from "react-router";
import { useOrigin } from "~/app/origin";
import { Head } from "~/features/frame/Head";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { PageContent } from "~/features/page/PageContent";
import { ContentScreenDocument } from "~/graph/generated/graphql";

/** Shows whatever a URL leads to: a content page, a message that there is none, or the way to somewhere else. */
export function ContentScreen() {
  const { pathname, search } = useLocation();
  const url = useOrigin() + pathname + search;
  const { data, previousData, error } = useQuery(ContentScreenDocument, { variables: { url } });
  const navigate = useNavigate();
  const resolution = (data ?? previousData)?.resolve;
  const location = data?.resolve.__typename === "RedirectResolution" ? data.resolve.location : undefined;

  useEffect(() => {
    if (!location) return;
    if (location.startsWith("/")) void navigate(location, { replace: true });
    else window.location.replace(location);
  }, [location, navigate]);

  if (error && !resolution) throw new Error(error.message, { cause: error });
  if (!resolution || resolution.__typename === "RedirectResolution") return null;
  if (resolution.__typename === "NotFoundResolution") {
    return (
      <SiteFrame site={resolution.site} locale={resolution.locale} breadcrumb={resolution.breadcrumb}>
        <title>{`404 – ${resolution.site.name}`}</title>
        <h1>404</h1>
        <p>{resolution.message}</p>
      </SiteFrame>
    );
  }
  const { site, locale, breadcrumb, page, localeVersions } = resolution;
  return (
    <SiteFrame
      site={site}
      locale={locale}
      breadcrumb={breadcrumb}
      header={site.headerNavigation}
      footer={site.footerNavigation}
      versions={localeVersions}
    >
      {page && (
        <>
          <Head siteName={site.name} page={page} />
          <PageContent page={page} />
        </>
      )}
    </SiteFrame>
  );
}
