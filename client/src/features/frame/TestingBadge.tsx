import { useEffect } from "react";
import { useIntl } from "react-intl";
import { useLocation } from "react-router";
import { readConfig } from "~/lib/document/config";
import { useCookie } from "~/ui/cookie/useCookie";
import styles from "./TestingBadge.module.css";

/** Testing mode: `testing=true` turns it on, `testing=false` off; a cookie remembers it (PAGE-27). */
const cookieName = "strand-testing";
const parameter = "testing";

export interface TestingBadgeProps {
  /** Facts that a tester includes in a report. */
  facts: Readonly<Record<string, string | undefined>>;
}

/** In testing mode, shows the facts for a report and a link that ends the mode. */
export function TestingBadge({ facts }: TestingBadgeProps) {
  const { formatMessage } = useIntl();
  const { search } = useLocation();
  const [on, set] = useCookie(cookieName);

  useEffect(() => {
    const parameterValue = new URLSearchParams(search).get(parameter);
    if (parameterValue === "true") set("true");
    if (parameterValue === "false") set(undefined);
  }, [search, set]);

  if (!on) return null;
  const shownFacts = { ...facts, release: readConfig().release };
  return (
    <aside className={styles.badge} aria-label={formatMessage({ id: "testing.label" })}>
      <p className={styles.title}>{formatMessage({ id: "testing.label" })}</p>
      <dl className={styles.facts}>
        {Object.entries(shownFacts).map(
          ([name, value]) =>
            value && (
              <div key={name}>
                <dt>{name}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      <a href={`?${parameter}=false`}>{formatMessage({ id: "testing.off" })}</a>
    </aside>
  );
}
