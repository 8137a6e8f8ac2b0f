import { type ComponentType, useEffect, useEffectEvent, useId, useRef, useState } from "react";
import { useIntl } from "react-intl";
import { useLocation } from "react-router";
import type { FrameLocaleFragment, FrameSiteFragment, FrameVersionFragment } from "~/graph/generated/graphql";
import { useBase } from "~/lib/url/base";
import { isPlainClick } from "~/lib/interaction/isPlainClick";
import { tryLoad } from "~/lib/loading/tryLoad";
import { GlobeIcon } from "~/ui/icon/iconSet";
import { Spinner } from "~/ui/spinner/Spinner";
import type { CountrySelectorProps } from "./CountrySelector";
import { languageName } from "./languageName";
import styles from "./Menu.module.css";

export interface LocaleMenuProps {
  /** The languages of the site. */
  languages: FrameSiteFragment["languages"];
  locale: FrameLocaleFragment;
  versions: readonly FrameVersionFragment[];
  /** The versions of the page in the languages that it is written in, if they are known. */
  alternates?: readonly { hreflang: string }[] | undefined;
}

/** The URL that stores a locale and redirects to the same page in it (`edge/pages/localeswitch.go`). */
function localeSwitch(locale: string, path: string): string {
  return `/api/locale?${new URLSearchParams({ locale, url: path }).toString()}`;
}

/**
 * Chooses language and country. Languages are plain links; the form with the 240 countries is loaded when it is opened.
 */
export function LocaleMenu({ languages, locale, versions, alternates = [] }: LocaleMenuProps) {
  const { formatMessage, locale: ownLanguage } = useIntl();
  const id = `${useId()}locale`;
  const { pathname, search, hash } = useLocation();
  const [Countries, setCountries] = useState<ComponentType<CountrySelectorProps>>();
  const [hasFailed, setFailed] = useState(false);
  const base = useBase();
  const loadCountries = async () => {
    setFailed(false);
    const module = await tryLoad(() => import("./CountrySelector"));
    if (module) setCountries(() => module.CountrySelector);
    else setFailed(true);
  };
  const loadOnce = () => {
    if (!Countries && !base) void loadCountries();
  };
  // The popover works without scripts: it may have been opened before hydration.
  const panel = useRef<HTMLDivElement>(null);
  const loadIfOpen = useEffectEvent(() => {
    if ("popover" in HTMLElement.prototype && panel.current?.matches(":popover-open")) loadOnce();
  });
  useEffect(() => loadIfOpen(), []);
  const country = locale.isInternational ? undefined : locale.country?.countryCode;
  const name = [languageName(locale.language), country].filter(Boolean).join(" · ");
  const written = new Set(alternates.map(({ hreflang }) => hreflang.split("-", 1)[0]));
  // In a country, its own languages; otherwise the international ones.
  const offered = versions.flatMap(({ url, urlCode, locale: { code, languageTag, isInternational } }) => {
    const language = languages.find(({ languageCode }) => languageCode === code.split("-", 1)[0]);
    return language && isInternational === locale.isInternational
      ? [{ url, urlCode, code, languageTag, language, isWritten: !written.size || written.has(language.languageCode) }]
      : [];
  });
  const path = pathname + search;
  return (
    <>
      <button
        type="button"
        className={styles.opener}
        popoverTarget={id}
        aria-label={formatMessage({ id: "locale.choose" }, { language: name })}
      >
        <GlobeIcon size={16} />
        <span className={styles.label}>{name}</span>
      </button>
      <div
        className={styles.panel}
        id={id}
        ref={panel}
        popover="auto"
        onToggle={(event) => {
          if (event.newState === "open") loadOnce();
        }}
      >
        <p className={styles.title}>{formatMessage({ id: "locale.language" })}</p>
        <ul className={styles.columns}>
          {offered.map((version) => (
            <li key={version.urlCode}>
              <a
                className={styles.link}
                href={base + version.url}
                lang={version.language.languageTag}
                hrefLang={version.languageTag}
                aria-current={version.urlCode === locale.urlCode ? "true" : undefined}
                onClick={(event) => {
                  if (base || !isPlainClick(event)) return;
                  event.preventDefault();
                  window.location.assign(localeSwitch(version.code, path) + hash);
                }}
              >
                {languageName(version.language)}
                {!version.isWritten && (
                  <span className={styles.note} lang={ownLanguage}>
                    {` ${formatMessage({ id: "locale.untranslated" })}`}
                  </span>
                )}
              </a>
            </li>
          ))}
        </ul>
        {Countries && <Countries locale={locale} path={path} />}
        {hasFailed && !Countries && <p role="alert">{formatMessage({ id: "locale.unavailable" })}</p>}
        {!hasFailed && !Countries && !base && <Spinner />}
      </div>
    </>
  );
}
