import type { RichTextModuleFragment } from "~/graph/generated/graphql";
import { Prose } from "~/ui/prose/Prose";
import { Section } from "~/ui/section/Section";

/** Running text. Its heading stands in the margin. */
export function RichTextModule({ module: m }: { module: RichTextModuleFragment }) {
  return (
    <Section id={m.id} layout="margin" title={m.anchorTitle}>
      <Prose html={m.html} />
    </Section>
  );
}
