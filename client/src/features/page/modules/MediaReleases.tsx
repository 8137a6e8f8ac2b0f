import { useIntl } from "react-intl";
import type { MediaReleasesModuleFragment } from "~/graph/generated/graphql";
import { ButtonLink } from "~/ui/button/Button";
import { MediaReleaseList } from "~/ui/editorial/MediaReleaseList";
import { ArrowRightIcon } from "~/ui/icon/iconSet";
import { Section } from "~/ui/section/Section";

/** The newest media releases; renders nothing if there are none. */
export function MediaReleasesModule({ module: m }: { module: MediaReleasesModuleFragment }) {
  const { formatMessage } = useIntl();
  if (m.mediaReleases?.length === 0) return null;
  return (
    <Section
      id={m.id}
      title={m.title ?? formatMessage({ id: "media.title" })}
      aside={
        <ButtonLink
          variant="quiet"
          target={{ kind: "ROUTE", url: m.moreUrl }}
          trailingIcon={<ArrowRightIcon size={16} />}
        >
          {formatMessage({ id: "media.more" })}
        </ButtonLink>
      }
    >
      {m.mediaReleases ? (
        <MediaReleaseList releases={m.mediaReleases} />
      ) : (
        <p>{formatMessage({ id: "listing.unavailable" })}</p>
      )}
    </Section>
  );
}
