import { useIntl } from "react-intl";
import type { EditorNodeViewFragment } from "~/graph/generated/graphql";
import styles from "./NodeMarks.module.css";

/** How many countries are named before the rest is counted. */
const namedCountries = 3;

/** What an editor should know of an entry of the tree. */
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
