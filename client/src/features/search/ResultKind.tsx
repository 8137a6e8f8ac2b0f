import { useIntl } from "react-intl";
import type { TextId } from "~/i18n/textId";
import type { SearchResultFragment } from "~/graph/generated/graphql";

/** What a result is: its category says more than the type of products and services, and is beside all other types. */
export function ResultKind({ result }: { result: Pick<SearchResultFragment, "type" | "category"> }) {
  const { formatMessage } = useIntl();
  const type = formatMessage({ id: `search.type.${result.type}` as TextId });
  if (!result.category) return type;
  return result.type === "PRODUCT" || result.type === "SERVICE" ? result.category : `${type} · ${result.category}`;
}
