import { useIntl } from "react-intl";
import { Form } from "react-router";
import { Button } from "~/ui/button/Button";
import { TextField } from "~/ui/input/TextField";
import styles from "./NotFoundSearch.module.css";

interface NotFoundSearchProps {
  searchUrl: string;
  /** What the field contains at first. */
  words: string;
}

/** A search for a page that was not found: a form of HTML, which works without JavaScript (PAGE-37). */
export function NotFoundSearch({ searchUrl, words }: NotFoundSearchProps) {
  const { formatMessage } = useIntl();
  return (
    <Form className={styles.form} role="search" action={searchUrl}>
      <TextField
        label={formatMessage({ id: "search.label" })}
        name="q"
        isFilter
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        maxLength={200}
        defaultValue={words}
        className={styles.field}
      />
      <Button type="submit" variant="secondary">
        {formatMessage({ id: "search.submit" })}
      </Button>
    </Form>
  );
}
