import { type ReactNode, Suspense } from "react";
import type { PageContentFragment, PageModuleFragment } from "~/graph/generated/graphql";
import { AnchorNavigation, type Anchor } from "~/ui/anchors/AnchorNavigation";
import { components, type ModuleProps } from "./components";
import { formView } from "./modules/Form";
import { HeroModule } from "./modules/Hero";
import { investorView } from "./modules/InvestorTable";
import { PageTitle } from "./PageTitle";

/** Loads the components of rare modules in advance, so that they render without suspending. */
export function prepareModules(modules: readonly Pick<PageModuleFragment, "__typename">[]) {
  const has = (name: PageModuleFragment["__typename"]) => modules.some((m) => m.__typename === name);
  return Promise.all([has("FormModule") && formView.preload(), has("InvestorTableModule") && investorView.preload()]);
}

/** Module content that depends on the URL and not on the page. */
export interface UrlContent {
  /** The locations that the URL selects; null while they are unavailable. */
  locations?: ReactNode;
  /** The open positions that the URL selects; null while they are unavailable. */
  positions?: ReactNode;
}

/** A module of a page, hydrated separately; null for a type that this build does not know. */
export function PageModule({ module, isLead, locations, positions }: UrlContent & ModuleProps) {
  const Module = components[module.__typename];
  if (!Module) return null;
  return (
    <Suspense>
      <Module module={module} isLead={isLead}>
        {module.__typename === "PositionsModule" ? positions : locations}
      </Module>
    </Suspense>
  );
}

/** The minimum number of sections for a table of contents. */
const minAnchors = 3;

/** The sections of a page that its table of contents links to. */
export function anchorsOf(page: PageContentFragment): Anchor[] {
  return page.modules.flatMap((m) => ("anchorTitle" in m && m.anchorTitle ? [{ id: m.id, title: m.anchorTitle }] : []));
}

export interface PageContentProps extends UrlContent {
  page: PageContentFragment;
  /** Replaces the table of contents; null for none. */
  contents?: ReactNode;
  /** What the page describes, above its table of contents. */
  summary?: ReactNode;
  /** Rendered at the end of the first section, below title and lead. */
  intro?: ReactNode;
}

/** A content page, module by module, with a table of contents if it is long and not a home page. */
export function PageContent({ page, contents, summary, intro, ...urlContent }: PageContentProps) {
  const anchors = anchorsOf(page);
  const [first, ...rest] = page.modules;
  const hero = first?.__typename === "HeroModule" ? first : undefined;
  const hasPicture = hero?.image && hero.layout !== "Plain";
  return (
    <>
      {hero ? <HeroModule module={hero} intro={intro} /> : <PageTitle title={page.title}>{intro}</PageTitle>}
      {summary}
      {contents === undefined
        ? hero?.layout !== "Stage" && anchors.length >= minAnchors && <AnchorNavigation anchors={anchors} />
        : contents}
      {(hero ? rest : page.modules).map((module, i) => (
        <PageModule key={module.id} module={module} isLead={i === 0 && !hasPicture} {...urlContent} />
      ))}
    </>
  );
}
