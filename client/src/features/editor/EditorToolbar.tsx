import { type FormEvent, useEffect, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useLocation, useNavigate } from "react-router";
import type { EditorAreaViewFragment } from "~/graph/generated/graphql";
import { Button } from "~/ui/button/Button";
import { CopyIcon } from "~/ui/icon/icons";
import { Select } from "~/ui/input/Select";
import { TextField } from "~/ui/input/TextField";
import { type AddressChanges, momentInput, withChanges } from "./address";
import styles from "./EditorToolbar.module.css";

/** Chooses the preview context. All of it is in the address; without JavaScript it is an ordinary form. */
export function EditorToolbar({ area }: { area: EditorAreaViewFragment }) {
  const { formatMessage } = useIntl();
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const [hasCopied, setCopied] = useState(false);
  const { site, locale } = area;

  // What was chosen last: a field may be changed while the address of the change before is still loaded.
  const chosen = useRef(search);
  useEffect(() => {
    chosen.current = search;
  }, [search]);
  const change = (changes: AddressChanges) => {
    setCopied(false);
    chosen.current = withChanges(chosen.current, changes);
    void navigate(chosen.current, { preventScrollReset: true });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    change(Object.fromEntries([...fields].map(([name, value]) => [name, typeof value === "string" ? value : ""])));
  };
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(window.location.href);
      setCopied(true);
    } catch (error) {
      console.warn("The link cannot be copied.", error);
    }
  };

  const countries = site.countries.filter(({ languages }) => languages.includes(locale.language.languageCode));
  const text = (id: "site" | "language" | "country" | "stage" | "audience" | "release" | "moment") =>
    formatMessage({ id: `editor.context.${id}` });
  return (
    // The keys make the fields show what a new address chooses; the others keep what is being entered.
    <form
      className={styles.toolbar}
      action={pathname}
      aria-label={formatMessage({ id: "editor.context" })}
      onSubmit={submit}
    >
      <input type="hidden" name="page" value={area.page} />
      <Select
        key={`site ${site.id}`}
        isFilter
        className={styles.field}
        label={text("site")}
        name="site"
        defaultValue={site.id}
        options={area.sites.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={(event) => change({ site: event.target.value })}
      />
      <Select
        key={`language ${locale.language.languageCode}`}
        isFilter
        className={styles.field}
        label={text("language")}
        name="language"
        defaultValue={locale.language.languageCode}
        options={site.languages.map(({ languageCode, nativeName }) => ({ value: languageCode, label: nativeName }))}
        onChange={(event) => change({ language: event.target.value })}
      />
      <Select
        key={`country ${locale.code} ${site.id}`}
        isFilter
        className={styles.field}
        label={text("country")}
        name="country"
        defaultValue={locale.country?.countryCode ?? ""}
        options={[
          { value: "", label: formatMessage({ id: "editor.context.international" }) },
          ...countries.map(({ countryCode, displayName }) => ({ value: countryCode, label: displayName })),
        ]}
        onChange={(event) => change({ language: locale.language.languageCode, country: event.target.value })}
      />
      <Select
        key={`stage ${area.stage}`}
        isFilter
        className={styles.field}
        label={text("stage")}
        name="stage"
        defaultValue={area.stage}
        options={(["PUBLISHED", "DRAFT"] as const).map((stage) => ({
          value: stage,
          label: formatMessage({ id: `editor.stage.${stage}` }),
        }))}
        onChange={(event) => change({ stage: event.target.value })}
      />
      <Select
        key={`audience ${area.audience}`}
        isFilter
        className={styles.field}
        label={text("audience")}
        name="audience"
        defaultValue={area.audience}
        options={area.audiences.map((audience) => ({
          value: audience,
          label: formatMessage({ id: `editor.audience.${audience}` }),
        }))}
        onChange={(event) => change({ audience: event.target.value })}
      />
      <Select
        key={`release ${String(area.nextRelease)}`}
        isFilter
        className={styles.field}
        label={text("release")}
        name="release"
        defaultValue={area.nextRelease ? "next" : ""}
        options={[
          { value: "", label: formatMessage({ id: "editor.context.release.current" }) },
          { value: "next", label: formatMessage({ id: "editor.context.release.next" }) },
        ]}
        onChange={(event) => change({ release: event.target.value })}
      />
      <TextField
        key={`moment ${area.moment ?? ""}`}
        isFilter
        className={styles.field}
        label={text("moment")}
        type="datetime-local"
        name="moment"
        defaultValue={momentInput(area.moment)}
        onBlurCapture={(event) => {
          const { value } = event.target;
          if (value !== momentInput(area.moment)) change({ moment: value });
        }}
      />
      <div className={styles.actions}>
        <Button type="submit" size="small" variant="secondary" className={styles.apply}>
          {formatMessage({ id: "editor.context.apply" })}
        </Button>
        <Button
          size="small"
          variant="secondary"
          className={styles.scripted}
          icon={<CopyIcon size={16} />}
          onClick={() => void copy()}
        >
          {formatMessage({ id: hasCopied ? "editor.context.copied" : "editor.context.copy" })}
        </Button>
      </div>
    </form>
  );
}
