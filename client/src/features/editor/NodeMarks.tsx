import { useIntl } from "react-intl";
import type { EditorNodeViewFragment } from "~/graph/generated/graphql";
import styles from "./NodeMarks.module.css";

/** The maximum number of countries that are listed by name; the others are counted. */
const namedCountries = 3;

/** The marks of a tree entry: draft, changed, hidden, countries. */
export function NodeMarks({ node }: { node: Pick<EditorNodeViewFragment, "marks" | "countries"> }) {
  const { formatMessage } = useIntl();
  if (node.marks.length === 0) return null;
  const named = node.countries.slice(0, namedCountries).join(", ");
  const countries =
    node.countries.length > namedCountries ? `${named} +${node.countries.length - namedCountries}` : named;
  return (
    <span className={styles.marks}>
      {node.marks.map((mark) => (
        <span key={mark} className={styles.mark} data-mark={mark}>
          {formatMessage({ id: `editor.mark.${mark}` }, { countries })}
        </span>
      ))}
    </span>
  );
}
