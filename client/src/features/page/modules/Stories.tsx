import { useIntl } from "react-intl";
import type { StoriesModuleFragment } from "~/graph/generated/graphql";
import { ButtonLink } from "~/ui/button/Button";
import { StoryGrid } from "~/ui/editorial/StoryGrid";
import { ArrowRightIcon } from "~/ui/icon/iconSet";
import { Section } from "~/ui/section/Section";

/** The newest stories; renders nothing if there are none. */
export function StoriesModule({ module: m }: { module: StoriesModuleFragment }) {
  const { formatMessage } = useIntl();
  if (m.stories?.length === 0) return null;
  return (
    <Section
      id={m.id}
      title={m.title ?? formatMessage({ id: "stories.title" })}
      aside={
        <ButtonLink
          variant="quiet"
          target={{ kind: "ROUTE", url: m.moreUrl }}
          trailingIcon={<ArrowRightIcon size={16} />}
        >
          {formatMessage({ id: "stories.more" })}
        </ButtonLink>
      }
    >
      {m.stories ? <StoryGrid stories={m.stories} /> : <p>{formatMessage({ id: "listing.unavailable" })}</p>}
    </Section>
  );
}
