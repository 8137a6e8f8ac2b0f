import { useQuery } from "@apollo/client/react";
import { useIntl } from "react-intl";
import { MenuGroupsDocument } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { useOrigin } from "~/lib/url/origin";
import { useRetry } from "~/graph/useRetry";
import { Link } from "~/ui/link/Link";
import { Unavailable } from "~/ui/notice/Unavailable";
import { Picture } from "~/ui/picture/Picture";
import { Spinner } from "~/ui/spinner/Spinner";
import styles from "./MenuGroups.module.css";

export interface MenuGroupsProps {
  /** The id of the item of the header whose groups are shown. */
  itemId: string;
  /** The path of the site's home. */
  homeUrl: string;
}

/** The groups at the top of the catalogue with their pictures, in a panel of the main navigation (NAV-33). */
export function MenuGroups(props: MenuGroupsProps) {
  return (
    <GraphProvider>
      <Groups {...props} />
    </GraphProvider>
  );
}

function Groups({ itemId, homeUrl }: MenuGroupsProps) {
  const { formatMessage } = useIntl();
  const { data, loading, refetch } = useQuery(MenuGroupsDocument, { variables: { url: useOrigin() + homeUrl } });
  const retry = useRetry(refetch);
  const groups = data?.siteAt.headerNavigation?.items.find(({ id }) => id === itemId)?.classifications;
  if (!groups) {
    if (loading) return <Spinner />;
    return <Unavailable text={formatMessage({ id: "listing.unavailable" })} onRetry={retry} />;
  }
  return (
    <ul className={styles.groups}>
      {groups.map(({ slug, name, url, image }) => (
        <li key={slug} className={styles.group}>
          {image && (
            <Picture
              className={styles.picture}
              picture={{ ...image, url: image.source, alternativeText: "" }}
              sizes="6rem"
            />
          )}
          <Link className={styles.link} target={{ kind: "ROUTE", url }}>
            {name}
          </Link>
        </li>
      ))}
    </ul>
  );
}
