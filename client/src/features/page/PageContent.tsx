import type { ReactNode } from "react";
import type { PageContentFragment, PageModuleFragment } from "~/graph/generated/graphql";
import { AnchorNavigation, type Anchor } from "~/ui/anchors/AnchorNavigation";
import { AccordionModule } from "./modules/Accordion";
import { BrandsModule } from "./modules/Brands";
import { CallToActionModule } from "./modules/CallToAction";
import { ContactModule } from "./modules/Contact";
import { DownloadsModule } from "./modules/Downloads";
import { EventsModule } from "./modules/Events";
import { FinancialCalendarModule } from "./modules/FinancialCalendar";
import { FormModule, formView } from "./modules/Form";
import { GalleryModule } from "./modules/Gallery";
import { HeroModule } from "./modules/Hero";
import { ImageModule } from "./modules/Image";
import { InvestorTableModule, investorView } from "./modules/InvestorTable";
import { KeyFiguresModule } from "./modules/KeyFigures";
import { LocationsModule } from "./modules/Locations";
import { MediaReleasesModule } from "./modules/MediaReleases";
import { MediaTextModule } from "./modules/MediaText";
import { QuoteModule } from "./modules/Quote";
import { RichTextModule } from "./modules/RichText";
import { StepsModule } from "./modules/Steps";
import { StoriesModule } from "./modules/Stories";
import { TableModule } from "./modules/Table";
import { TeaserGridModule } from "./modules/TeaserGrid";
import { VideoModule } from "./modules/Video";
import { PageTitle } from "./PageTitle";

/** Fetches what the rarer of some modules are shown by, so that they can be rendered at once. */
export function prepareModules(modules: readonly Pick<PageModuleFragment, "__typename">[]) {
  const has = (name: PageModuleFragment["__typename"]) => modules.some((m) => m.__typename === name);
  return Promise.all([has("FormModule") && formView.preload(), has("InvestorTableModule") && investorView.preload()]);
}

/** Content of modules that depends on the address and not on the page. */
export interface AddressContent {
  /** The locations that the address selects; nothing while they cannot be read. */
  locations?: ReactNode;
}

/** One module of a page. */
export function PageModule({ module, locations }: AddressContent & { module: PageModuleFragment }) {
  switch (module.__typename) {
    case "HeroModule":
      return <HeroModule module={module} />;
    case "RichTextModule":
      return <RichTextModule module={module} />;
    case "MediaTextModule":
      return <MediaTextModule module={module} />;
    case "ImageModule":
      return <ImageModule module={module} />;
    case "GalleryModule":
      return <GalleryModule module={module} />;
    case "VideoModule":
      return <VideoModule module={module} />;
    case "TeaserGridModule":
      return <TeaserGridModule module={module} />;
    case "KeyFiguresModule":
      return <KeyFiguresModule module={module} />;
    case "StepsModule":
      return <StepsModule module={module} />;
    case "AccordionModule":
      return <AccordionModule module={module} />;
    case "TableModule":
      return <TableModule module={module} />;
    case "DownloadsModule":
      return <DownloadsModule module={module} />;
    case "QuoteModule":
      return <QuoteModule module={module} />;
    case "BrandsModule":
      return <BrandsModule module={module} />;
    case "CallToActionModule":
      return <CallToActionModule module={module} />;
    case "ContactModule":
      return <ContactModule module={module} />;
    case "StoriesModule":
      return <StoriesModule module={module} />;
    case "MediaReleasesModule":
      return <MediaReleasesModule module={module} />;
    case "EventsModule":
      return <EventsModule module={module} />;
    case "FormModule":
      return <FormModule module={module} />;
    case "InvestorTableModule":
      return <InvestorTableModule module={module} />;
    case "FinancialCalendarModule":
      return <FinancialCalendarModule module={module} />;
    case "LocationsModule":
      return <LocationsModule module={module}>{locations}</LocationsModule>;
  }
}

/** A page shorter than this needs no table of contents. */
const fewestAnchors = 3;

/** The parts of a page that its table of contents leads to. */
export function anchorsOf(page: PageContentFragment): Anchor[] {
  return page.modules.flatMap((m) => ("anchorTitle" in m && m.anchorTitle ? [{ id: m.id, title: m.anchorTitle }] : []));
}

export interface PageContentProps extends AddressContent {
  page: PageContentFragment;
  /** Takes the place of the table of contents; null for none. */
  contents?: ReactNode;
}

/** A content page, module by module, with its table of contents where it is long and no home page. */
export function PageContent({ page, contents, ...address }: PageContentProps) {
  const anchors = anchorsOf(page);
  const [first, ...rest] = page.modules;
  const hero = first?.__typename === "HeroModule" ? first : undefined;
  return (
    <>
      {hero ? <HeroModule module={hero} /> : <PageTitle title={page.title} />}
      {contents === undefined
        ? hero?.layout !== "Stage" && anchors.length >= fewestAnchors && <AnchorNavigation anchors={anchors} />
        : contents}
      {(hero ? rest : page.modules).map((module) => (
        <PageModule key={module.id} module={module} {...address} />
      ))}
    </>
  );
}
