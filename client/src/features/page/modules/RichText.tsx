import type { RichTextModuleFragment } from "~/graph/generated/graphql";
import { Prose } from "~/ui/prose/Prose";
import { Section } from "~/ui/section/Section";

/** Rich text. A heading at its start is placed in the margin. */
export function RichTextModule({ module: m }: { module: RichTextModuleFragment }) {
  return (
    <Section id={m.id} layout="plain">
      <Prose html={m.html} layout="margin" />
    </Section>
  );
}
