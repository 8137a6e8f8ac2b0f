import type { PageModuleFragment } from "~/graph/generated/graphql";
import {
  type DescribedSite,
  EventStructuredData,
  QuestionStructuredData,
  VideoStructuredData,
} from "~/ui/structured-data/descriptions";

type ModuleOf<Name extends PageModuleFragment["__typename"]> = Extract<PageModuleFragment, { __typename: Name }>;

/** The characters of the entities that sanitized HTML has. */
const characters = new Map(Object.entries({ amp: "&", lt: "<", gt: ">", quot: '"', "#39": "'", nbsp: " " }));

/** The paragraphs of a text in HTML, without markup. */
function paragraphsOf(html: string): string[] {
  return [...html.matchAll(/<p(?:\s[^>]*)?>(.*?)<\/p>/gs)].map(([, text = ""]) =>
    text.replace(/<[^>]*>/g, "").replace(/&(\w+|#39);/g, (entity, name: string) => characters.get(name) ?? entity),
  );
}

/** The first texts of modules, which describe a page. */
export function textsOf(modules: readonly PageModuleFragment[]): string[] {
  return modules.flatMap((m) => {
    if (m.__typename === "HeroModule") return m.lead ?? [];
    return m.__typename === "RichTextModule" || m.__typename === "MediaTextModule" ? paragraphsOf(m.html) : [];
  });
}

/** The modules of a type. */
function modulesOf<Name extends PageModuleFragment["__typename"]>(modules: readonly PageModuleFragment[], name: Name) {
  return modules.filter((m): m is ModuleOf<Name> => m.__typename === name);
}

export interface PageStructuredDataProps {
  title: string;
  modules: readonly PageModuleFragment[];
  /** The day since when the modules have been online at the latest, RFC 3339. */
  date: string;
  site: DescribedSite;
}

/** The structured data of modules: films, questions with answers, events to come. */
export function PageStructuredData({ title, modules, date, site }: PageStructuredDataProps) {
  // An accordion may also contain other texts than answers.
  const questions = modulesOf(modules, "AccordionModule")
    .filter(({ items }) => items.every((item) => /[?？]\s*$/u.test(item.title)))
    .flatMap((m) => m.items);
  return (
    <>
      {modulesOf(modules, "VideoModule").map((m) => (
        <VideoStructuredData
          key={m.id}
          video={{
            name: m.title ?? m.caption ?? title,
            description: m.caption,
            file: m.file?.url,
            player: m.videoUrl,
            thumbnail: m.thumbnail?.source,
            duration: m.duration,
            uploadDate: date,
          }}
        />
      ))}
      <QuestionStructuredData questions={questions} />
      <EventStructuredData events={modulesOf(modules, "EventsModule").flatMap((m) => m.upcoming ?? [])} site={site} />
    </>
  );
}
