import type { AccordionModuleFragment } from "~/graph/generated/graphql";
import { Accordion } from "~/ui/accordion/Accordion";
import { Prose } from "~/ui/prose/Prose";
import { Section } from "~/ui/section/Section";

/** Questions with collapsible answers. */
export function AccordionModule({ module: m }: { module: AccordionModuleFragment }) {
  return (
    <Section id={m.id} layout="margin" title={m.title ?? m.anchorTitle}>
      <Accordion
        items={m.items.map((item) => ({ id: item.id, title: item.title, content: <Prose html={item.html} /> }))}
      />
    </Section>
  );
}
