import { useQuery } from "@apollo/client/react";
import { useIntl } from "react-intl";
import { useOrigin } from "~/app/origin";
import { CountrySelectorDocument, type FrameLocaleFragment } from "~/graph/generated/graphql";
import { ComboBox } from "~/ui/input/ComboBox";
import { Spinner } from "~/ui/spinner/Spinner";
import { localeSwitch } from "./LocaleMenu";

export interface CountrySelectorProps {
  locale: FrameLocaleFragment;
  /** Where the visitor is: path and query. */
  path: string;
}

const international = "international";

/** Chooses the country among those that the site is offered in, and keeps the language where it is spoken there. */
export function CountrySelector({ locale, path }: CountrySelectorProps) {
  const { formatMessage } = useIntl();
  const { data, error } = useQuery(CountrySelectorDocument, { variables: { url: useOrigin() + path } });
  if (error) return <p role="alert">{formatMessage({ id: "locale.unavailable" })}</p>;
  if (!data) return <Spinner />;
  const countries = "site" in data.resolve ? data.resolve.site.countries : [];
  if (countries.length === 0) return null;
  const choose = (code: string | null) => {
    const language = locale.language.languageCode;
    if (code === null || code === (locale.country?.countryCode ?? international)) return;
    const country = countries.find((c) => c.countryCode === code);
    const target = country && !country.languages.includes(language) ? (country.languages[0] ?? language) : language;
    window.location.assign(localeSwitch(country ? `${target}-${code}` : target, path));
  };
  return (
    <ComboBox
      label={formatMessage({ id: "locale.country" })}
      options={[
        { value: international, label: formatMessage({ id: "locale.international" }) },
        ...countries.map((c) => ({ value: c.countryCode, label: c.displayName })),
      ]}
      value={locale.country?.countryCode ?? international}
      onChange={choose}
    />
  );
}
