import { useQuery } from "@apollo/client/react";
import { useIntl } from "react-intl";
import { useLocation } from "react-router";
import { useOrigin } from "~/lib/url/origin";
import { CountrySelectorDocument, type FrameLocaleFragment } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { Button } from "~/ui/button/Button";
import { Select } from "~/ui/input/Select";
import { Spinner } from "~/ui/spinner/Spinner";
import styles from "./Menu.module.css";

export interface CountrySelectorProps {
  locale: FrameLocaleFragment;
  /** Path and query of the current page. */
  path: string;
}

/**
 * Chooses a country that the site is offered in; the language is kept where the country offers it. A form that submits
 * to `/api/locale`: selecting alone does nothing.
 */
export function CountrySelector(props: CountrySelectorProps) {
  return (
    <GraphProvider>
      <Selector {...props} />
    </GraphProvider>
  );
}

function Selector({ locale, path }: CountrySelectorProps) {
  const { formatMessage } = useIntl();
  const { hash } = useLocation();
  const { data, error } = useQuery(CountrySelectorDocument, { variables: { url: useOrigin() + path } });
  if (error) return <p role="alert">{formatMessage({ id: "locale.unavailable" })}</p>;
  if (!data) return <Spinner />;
  const countries = "site" in data.resolve ? data.resolve.site.countries : [];
  if (countries.length === 0) return null;
  const language = locale.language.languageCode;
  const options = countries.map((country) => ({
    value: `${country.languages.includes(language) ? language : country.languages[0]}-${country.countryCode}`,
    label: country.displayName,
  }));
  return (
    // The browser keeps the hash across the redirect; the server never receives it.
    <form className={styles.form} action={`/api/locale${hash}`}>
      <Select
        label={formatMessage({ id: "locale.country" })}
        name="locale"
        required
        defaultValue={locale.code}
        options={[{ value: language, label: formatMessage({ id: "locale.international" }) }, ...options]}
      />
      <input type="hidden" name="url" value={path} />
      <Button type="submit" variant="secondary">
        {formatMessage({ id: "locale.apply" })}
      </Button>
    </form>
  );
}
