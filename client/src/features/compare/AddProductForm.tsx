import { useIntl } from "react-intl";
import { useLocation } from "react-router";
import { useForeignLanguage } from "~/i18n/useForeignLanguage";
import type { ProductItem } from "~/lib/url/requestUrl";
import { Button } from "~/ui/button/Button";
import { Select } from "~/ui/input/Select";
import styles from "./ComparisonPage.module.css";
import { addedParameter, comparisonParameter, itemsText, parseItem, positionParameter } from "./comparisonUrl";

/** The position behind the last product; any value that is no position. */
const atEnd = "end";

export interface AddProductFormProps {
  items: readonly ProductItem[];
  /** The names of the products that are compared. */
  names: readonly string[];
  candidates: readonly { slug: string; name: string; nameLanguage: { languageTag: string } }[];
  /** A product can only be replaced. */
  isFull: boolean;
  onChange: (items: readonly ProductItem[], announcement: string) => void;
}

/** Adds a product to the comparison, or replaces one. Without JavaScript, the server reads the fields in the URL. */
export function AddProductForm({ items, names, candidates, isFull, onChange }: AddProductFormProps) {
  const { formatMessage } = useIntl();
  const foreign = useForeignLanguage();
  const { pathname } = useLocation();
  const change = (form: HTMLFormElement) => {
    const fields = new FormData(form);
    const added = parseItem(fields.get(addedParameter) as string);
    const position = fields.get(positionParameter) as string;
    const name = candidates.find(({ slug }) => slug === added.slug)?.name ?? added.slug;
    const changed =
      position !== atEnd ? items.map((item, i) => (i === Number(position) ? added : item)) : [...items, added];
    form.reset();
    onChange(changed, formatMessage({ id: "compare.wasAdded" }, { name }));
  };
  return (
    <form
      className={styles.add}
      method="get"
      action={pathname}
      onSubmit={(event) => {
        event.preventDefault();
        change(event.currentTarget);
      }}
    >
      <input type="hidden" name={comparisonParameter} value={itemsText(items)} />
      <Select
        label={formatMessage({ id: "compare.candidates" })}
        name={addedParameter}
        required
        placeholder={formatMessage({ id: "compare.choose" })}
        options={candidates.map(({ slug, name, nameLanguage }) => ({
          value: slug,
          label: name,
          language: foreign(nameLanguage.languageTag),
        }))}
      />
      <Select
        label={formatMessage({ id: "compare.position" })}
        name={positionParameter}
        required
        options={[
          ...(isFull ? [] : [{ value: atEnd, label: formatMessage({ id: "compare.atEnd" }) }]),
          ...names.map((name, i) => ({
            value: String(i),
            label: formatMessage({ id: "compare.inPlaceOf" }, { name, position: i + 1 }),
          })),
        ]}
      />
      <Button type="submit">{formatMessage({ id: "compare.add" })}</Button>
    </form>
  );
}
