import { useEffect } from "react";
import { useIntl } from "react-intl";
import { lazy } from "~/lib/loading/lazy";
import { Finder, useFinderFields } from "~/features/catalog/Finder";
import { Head } from "~/features/frame/Head";
import { foreignLanguageOf, LanguageBanner, ListBanner } from "~/features/frame/LanguageBanner";
import { SiteFrame } from "~/features/frame/SiteFrame";
import { anchorsOf, PageContent, prepareModules } from "~/features/page/PageContent";
import { PageStructuredData, textsOf } from "~/features/page/PageStructuredData";
import type { ContentScreenQuery, FinderFigure } from "~/graph/generated/graphql";
import { loadRouteQueries } from "~/graph/onDemand";
import { useSignInState } from "~/lib/account/account";
import type { LoadArgs, ScreenProps, WithSite } from "~/routes/screenModule";
import { PageUnavailable } from "~/routes/site/PageUnavailable";
import { RequestLinks } from "~/ui/request/RequestLinks";
import { Section } from "~/ui/section/Section";
import {
  BreadcrumbStructuredData,
  EventStructuredData,
  HomeStructuredData,
  LocationStructuredData,
} from "~/ui/structured-data/descriptions";
import { type Description, StructuredData } from "~/ui/structured-data/StructuredData";
import { Foreign } from "../OverviewIntro";
import styles from "./ContentScreen.module.css";

/** What the operation of the screen returns for a page. */
type ContentPage = Extract<ContentScreenQuery["resolve"], { __typename: "PageResolution" }>;

const locationList = lazy("src/features/locations/LocationList.tsx", () => import("~/features/locations/LocationList"));
const positionOverview = lazy(
  "src/features/page/position/PositionOverview.tsx",
  () => import("~/features/page/position/PositionOverview"),
);
const productPage = lazy("src/features/catalog/ProductPage.tsx", () => import("~/features/catalog/ProductPage"));
const positionSummary = lazy(
  "src/features/page/position/PositionSummary.tsx",
  () => import("~/features/page/position/PositionSummary"),
);
const application = lazy(
  "src/features/page/position/Application.tsx",
  () => import("~/features/page/position/Application"),
  "form",
);
const eventSummary = lazy("src/features/page/EventSummary.tsx", () => import("~/features/page/EventSummary"));
const reportLayout = lazy("src/features/report/ReportLayout.tsx", () => import("~/features/report/ReportLayout"));
const gatePage = lazy("src/features/gate/GatePage.tsx", () => import("~/features/gate/GatePage"), "portal");
const signInGate = lazy("src/features/gate/SignInGate.tsx", () => import("~/features/gate/SignInGate"), "portal");

/** Loads the code that only pages with a product, a position, a form, financial tables, a report or a gate need. */
export function prepare({ page, locations, positions }: ContentPage) {
  if (page?.isLocked) return page.gateProtection === "CUSTOMER_ROLE" ? signInGate.preload() : gatePage.preload();
  return Promise.all([
    prepareModules(page?.modules ?? []),
    page?.injection?.product && productPage.preload(),
    page?.position && positionSummary.preload(),
    page?.position?.form && application.preload(),
    page?.event && eventSummary.preload(),
    page?.report && reportLayout.preload(),
    locations && locationList.preload(),
    positions && positionOverview.preload(),
  ]);
}

/** Loads the page data that only signed-in users may read; undefined if the session has ended. */
export async function load({ url, account, resolution: loaded }: LoadArgs): Promise<ContentPage | undefined> {
  const { page } = loaded as ContentPage;
  if (!page?.isLocked || page.gateProtection !== "CUSTOMER_ROLE") return undefined;
  if (account.state().kind !== "signedIn") return undefined;
  const { askProtectedScreen } = await loadRouteQueries();
  const answer = await askProtectedScreen(account, "ContentScreen", url);
  const { resolve } = (answer?.data ?? {}) as Partial<ContentScreenQuery>;
  if (resolve?.__typename !== "PageResolution" || resolve.page?.isLocked) return undefined;
  await prepare(resolve);
  return resolve;
}

/** The screen of content pages. */
export function Screen({ resolution: shared, traceId, privateData }: ScreenProps<ContentScreenQuery, ContentPage>) {
  const resolution = { ...(privateData ?? shared), site: shared.site };
  const { locale: ownLanguage } = useIntl();
  const { site, locale, page } = resolution;
  const locations = resolution.locations && (
    <Locations overview={resolution.locations} country={locale.country?.countryCode} />
  );
  const positions = resolution.positions && <Positions overview={resolution.positions} />;
  if (!page) return <PageUnavailable frame={resolution} traceId={traceId} />;
  const { contentLanguage, injection } = page;
  const foreign = contentLanguage.languageCode !== locale.language.languageCode;
  return (
    <SiteFrame
      frame={resolution}
      header={page.header}
      alternates={page.alternateVersions}
      contentLanguage={foreign ? contentLanguage.languageTag : undefined}
      banner={
        page.isLanguageFallback || page.isLanguageUnavailable ? (
          <LanguageBanner requested={locale.language.languageCode} shown={contentLanguage.languageCode} />
        ) : (
          page.pageType === "EVENT" && (
            <ListBanner languages={eventsOf(page).map(foreignLanguageOf)} requested={locale.language.languageCode} />
          )
        )
      }
    >
      <Head
        siteName={site.name}
        locale={locale.openGraphCode}
        page={page}
        texts={import.meta.env.SSR ? textsOf(page.modules) : undefined}
        image={page.image?.source}
      />
      {import.meta.env.SSR && <ContentStructuredData resolution={resolution} page={page} />}
      {page.isLocked ? (
        page.gateProtection === "CUSTOMER_ROLE" ? (
          <UserGate title={page.title} registrationUrl={site.registrationUrl} />
        ) : (
          <Gate title={page.title} gateId={page.gateId ?? page.id} />
        )
      ) : page.report ? (
        <Report page={page} report={page.report} locations={locations} positions={positions} />
      ) : page.position ? (
        <Position page={page} position={page.position} language={foreign ? ownLanguage : undefined} />
      ) : (
        <PageContent
          page={page}
          locations={locations}
          positions={positions}
          contents={
            page.finderFigures.length > 0 ? (
              <Foreign language={foreign ? ownLanguage : undefined}>
                <HomeFinder productsUrl={site.productsUrl} figures={page.finderFigures} />
              </Foreign>
            ) : undefined
          }
          summary={
            page.pageType === "CONTACT" && site.parts.includes("REQUESTS") ? (
              <Foreign language={foreign ? ownLanguage : undefined}>
                <ContactRequests requestUrl={site.requestUrl} />
              </Foreign>
            ) : (
              page.event && (
                <Foreign language={foreign ? ownLanguage : undefined}>
                  <EventFacts event={page.event} />
                </Foreign>
              )
            )
          }
        />
      )}
      {privateData && <EndOnSignOut />}
      {injection?.product && <InjectedProduct product={injection.product} system={locale.defaultMeasurementSystem} />}
    </SiteFrame>
  );
}

/** The structured data of a content page. */
function ContentStructuredData({
  resolution,
  page,
}: {
  resolution: WithSite<ContentPage>;
  page: ContentPage["page"] & object;
}) {
  const { site, breadcrumb, locations } = resolution;
  return (
    <>
      {page.pageType === "HOME" ? (
        <HomeStructuredData site={site} language={page.contentLanguage.languageTag} />
      ) : (
        <BreadcrumbStructuredData entries={breadcrumb} />
      )}
      {page.event && <EventStructuredData events={[page.event]} site={site} />}
      {page.jobPosting && <StructuredData data={JSON.parse(page.jobPosting) as Description} />}
      {locations && page.canonicalUrl && (
        <LocationStructuredData locations={locations.locations} url={page.canonicalUrl} site={site} />
      )}
      <PageStructuredData title={page.title} modules={page.modules} date={page.updatedAt} site={site} />
    </>
  );
}

const eventsOf = (page: NonNullable<ContentPage["page"]>) =>
  page.modules.flatMap((m) => (m.__typename === "EventsModule" ? [...(m.upcoming ?? []), ...(m.past ?? [])] : []));

/** The finder of a home page, which leads to the overview of the products. */
function HomeFinder({ productsUrl, figures }: { productsUrl: string; figures: readonly FinderFigure[] }) {
  const fields = useFinderFields(figures);
  return <Finder action={productsUrl} fields={fields} />;
}

/** The requests that the office for the visitor's country answers. */
function ContactRequests({ requestUrl }: { requestUrl: string }) {
  const { formatMessage } = useIntl();
  return (
    <Section
      id="request"
      layout="margin"
      title={formatMessage({ id: "request.contact" })}
      lead={formatMessage({ id: "request.contactLead" })}
    >
      <div className={styles.requests} data-without-comparison-bar="">
        <RequestLinks requestUrl={requestUrl} offered={["callBack", "quote", "demonstration"]} />
      </div>
    </Section>
  );
}

function EventFacts(props: React.ComponentProps<ReturnType<typeof eventSummary.use>["EventSummary"]>) {
  const { EventSummary } = eventSummary.use();
  return <EventSummary {...props} />;
}

function Gate(props: React.ComponentProps<ReturnType<typeof gatePage.use>["GatePage"]>) {
  const { GatePage } = gatePage.use();
  return <GatePage {...props} />;
}

function UserGate(props: React.ComponentProps<ReturnType<typeof signInGate.use>["SignInGate"]>) {
  const { SignInGate } = signInGate.use();
  return <SignInGate {...props} />;
}

/** Removes a page for signed-in users from the screen once the user has signed out, in this tab or another. */
function EndOnSignOut() {
  const { kind } = useSignInState();
  useEffect(() => {
    if (kind === "anonymous") window.location.reload();
  }, [kind]);
  return null;
}

type ReportProps = Pick<React.ComponentProps<typeof PageContent>, "page" | "locations" | "positions"> & {
  report: React.ComponentProps<ReturnType<typeof reportLayout.use>["ReportChapter"]>["report"];
};

/** A page of a report: its first page, which lists the chapters, or a chapter. */
function Report({ page, report, ...lists }: ReportProps) {
  const { ReportChapter, ReportContents } = reportLayout.use();
  if (report.number == null) {
    return <PageContent page={page} {...lists} contents={<ReportContents report={report} />} />;
  }
  return (
    <ReportChapter report={report} anchors={anchorsOf(page)}>
      <PageContent page={page} {...lists} contents={null} />
    </ReportChapter>
  );
}

interface PositionProps {
  page: ContentPage["page"] & React.ComponentProps<typeof PageContent>["page"];
  position: NonNullable<NonNullable<ContentPage["page"]>["position"]>;
  /** The language of the interface, if the page is in another one. */
  language: string | undefined;
}

/** The page of a position: its facts, its texts, and the form of an application. */
function Position({ page, position, language }: PositionProps) {
  const { PositionSummary } = positionSummary.use();
  const { form } = position;
  return (
    <>
      <PageContent
        page={page}
        contents={
          <Foreign language={language}>
            <PositionSummary position={position} />
          </Foreign>
        }
      />
      {form && (
        <Foreign language={language}>
          <ApplicationForm key={page.id} about={page.id} position={{ ...position, form }} />
        </Foreign>
      )}
    </>
  );
}

function ApplicationForm(props: React.ComponentProps<ReturnType<typeof application.use>["Application"]>) {
  const { Application } = application.use();
  return <Application {...props} />;
}

function Locations(props: React.ComponentProps<ReturnType<typeof locationList.use>["LocationList"]>) {
  const { LocationList } = locationList.use();
  return <LocationList {...props} />;
}

function Positions(props: React.ComponentProps<ReturnType<typeof positionOverview.use>["PositionOverview"]>) {
  const { PositionOverview } = positionOverview.use();
  return <PositionOverview {...props} />;
}

/** The product or service that is embedded in a content page, below the page's own content. */
function InjectedProduct(props: React.ComponentProps<ReturnType<typeof productPage.use>["ProductSections"]>) {
  const { ProductSections } = productPage.use();
  return <ProductSections {...props} />;
}
