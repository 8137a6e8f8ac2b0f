import { type ReactNode, Suspense } from "react";
import type { PageContentFragment, PageModuleFragment } from "~/graph/generated/graphql";
import { AnchorNavigation, type Anchor } from "~/ui/anchors/AnchorNavigation";
import { components } from "./components";
import { formView } from "./modules/Form";
import { HeroModule } from "./modules/Hero";
import { investorView } from "./modules/InvestorTable";
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

/** One module of a page, hydrated by itself; nothing for one that this release does not know. */
export function PageModule({ module, locations }: AddressContent & { module: PageModuleFragment }) {
  const Module = components[module.__typename];
  if (!Module) return null;
  return (
    <Suspense>
      <Module module={module}>{locations}</Module>
    </Suspense>
  );
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
