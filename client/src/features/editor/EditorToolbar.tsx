import { type SubmitEvent, useState } from "react";
import { useIntl } from "react-intl";
import { useLocation } from "react-router";
import type { EditorAreaViewFragment } from "~/graph/generated/graphql";
import { zoneName } from "~/i18n/timeZone";
import { useIsScripted } from "~/lib/document/useIsScripted";
import { viewParameter, widthParameter } from "~/lib/url/clientParameters";
import { Button } from "~/ui/button/Button";
import { type Option, Select } from "~/ui/input/Select";
import { TextField } from "~/ui/input/TextField";
import { useUrlValue } from "~/ui/input/useUrlValue";
import { momentInput, momentParameter } from "./areaUrl";
import { CopyLinks } from "./CopyLinks";
import styles from "./EditorToolbar.module.css";
import { MomentButton } from "./MomentList";
import type { ChangeUrl } from "./useAreaUrl";

export interface EditorToolbarProps {
  area: EditorAreaViewFragment;
  /** Shows the form in a narrow window; it is always shown in a wide one. */
  isOpen: boolean;
  /** The area of the latest choice is not shown yet. */
  isChanging: boolean;
  onChange: ChangeUrl;
}

/** Chooses the preview context. All of it is in the URL; without JavaScript this is an ordinary form. */
export function EditorToolbar({ area, isOpen, isChanging, onChange }: EditorToolbarProps) {
  const { formatMessage } = useIntl();
  const { pathname, search } = useLocation();
  const { site, locale } = area;
  const language = locale.language.languageCode;
  const query = new URLSearchParams(search);
  // The server and a form without scripts use UTC.
  const isLocal = useIsScripted();
  const moment = momentInput(area.moment, isLocal);
  const zone = isLocal ? zoneName(area.moment ? new Date(area.moment) : new Date()) : "UTC";
  const momentField = useUrlValue<HTMLInputElement>(moment, (field) => {
    field.value = moment;
  });

  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    const fields = [...new FormData(event.currentTarget)].map(([name, value]) => {
      const text = typeof value === "string" ? value : "";
      return [name, name === "moment" ? momentParameter(text) : text] as const;
    });
    onChange(Object.fromEntries(fields));
  };
  const countries = site.countries.filter(({ languages }) => languages.includes(language));
  return (
    <form
      className={styles.toolbar}
      data-open={isOpen || undefined}
      action={pathname}
      aria-label={formatMessage({ id: "editor.context" })}
      onSubmit={submit}
    >
      <input type="hidden" name="page" value={area.page} />
      {/* Without scripts, the form keeps what is chosen beside the frame. */}
      {[widthParameter, viewParameter].map(
        (name) => query.has(name) && <input key={name} type="hidden" name={name} value={query.get(name) ?? ""} />,
      )}
      <ContextSelect
        name="site"
        value={site.id}
        options={area.sites.map(({ id, name }) => ({ value: id, label: name }))}
        onChange={onChange}
      />
      <ContextSelect
        name="language"
        value={language}
        options={site.languages.map(({ languageCode, nativeName }) => ({ value: languageCode, label: nativeName }))}
        onChange={onChange}
      />
      <ContextSelect
        name="country"
        value={(!locale.isInternational && locale.country?.countryCode) || ""}
        options={[
          { value: "", label: formatMessage({ id: "editor.context.international" }) },
          ...countries.map(({ countryCode, displayName }) => ({ value: countryCode, label: displayName })),
        ]}
        // The URL may contain a language that is not shown, because its country does not offer it.
        onChange={(changes) =>
          onChange(area.problems.includes("UNSUPPORTED_LOCALE") ? { language, ...changes } : changes)
        }
      />
      <ContextSelect
        name="stage"
        value={area.stage}
        options={(["PUBLISHED", "DRAFT"] as const).map((stage) => ({
          value: stage,
          label: formatMessage({ id: `editor.stage.${stage}` }),
        }))}
        onChange={onChange}
      />
      <ContextSelect
        name="audience"
        value={area.audience}
        options={area.audiences.map((audience) => ({
          value: audience,
          label: formatMessage({ id: `editor.audience.${audience}` }),
        }))}
        onChange={onChange}
      />
      <ContextSelect
        name="release"
        value={area.nextRelease ? "next" : ""}
        options={[
          { value: "", label: formatMessage({ id: "editor.context.release.current" }) },
          { value: "next", label: formatMessage({ id: "editor.context.release.next" }) },
        ]}
        onChange={onChange}
      />
      <TextField
        // Until the URL changes, it keeps the typed value.
        ref={momentField}
        isFilter
        className={styles.field}
        label={formatMessage({ id: "editor.context.moment" }, { zone })}
        type="datetime-local"
        name="moment"
        defaultValue={moment}
        onBlur={({ target }) => {
          if (target.value !== moment) onChange({ moment: momentParameter(target.value) });
        }}
      />
      <MomentButton area={area} />
      <CopyLinks previewUrl={area.previewUrl} isChanging={isChanging}>
        <Button type="submit" size="small" variant="secondary" className={styles.apply}>
          {formatMessage({ id: "editor.context.apply" })}
        </Button>
      </CopyLinks>
    </form>
  );
}

interface ContextSelectProps {
  name: "site" | "language" | "country" | "stage" | "audience" | "release";
  value: string;
  options: readonly Option[];
  onChange: ChangeUrl;
}

/** A select of the preview context. Shows the latest choice, made in it or by a new URL. */
function ContextSelect({ name, value, options, onChange }: ContextSelectProps) {
  const { formatMessage } = useIntl();
  const [previousValue, setPreviousValue] = useState(value);
  const [chosen, setChosen] = useState(value);
  if (previousValue !== value) {
    setPreviousValue(value);
    setChosen(value);
  }
  return (
    <Select
      isFilter
      className={styles.field}
      label={formatMessage({ id: `editor.context.${name}` })}
      name={name}
      value={chosen}
      options={options}
      onChange={({ target }) => {
        setChosen(target.value);
        onChange({ [name]: target.value });
      }}
    />
  );
}
