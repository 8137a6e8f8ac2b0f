import { useIntl } from "react-intl";

/** The number of names that a summary contains: more would be cut by search engines. */
const maxNames = 8;

/** Returns a function that describes a page of the catalogue without a text of its own by what it lists. */
export function useSummary(site: string) {
  const { formatList, formatMessage } = useIntl();
  return (name: string, listed: readonly ({ name: string } | null | undefined)[]) => {
    const names = listed.flatMap((item) => item?.name ?? []).slice(0, maxNames);
    return names.length > 0
      ? formatMessage({ id: "catalog.summary" }, { name, site, items: formatList(names, { type: "unit" }) })
      : `${name} – ${site}`;
  };
}
