import { useEffect } from "react";
import { Link, useLocation, useRoutes, useSearchParams } from "react-router";
import { SkipLink } from "~/features/frame/SkipLink";
import { Button } from "~/ui/button/Button";
import { Select } from "~/ui/input/Select";
import { themes } from "~/theme/themes";
import { ButtonsPage } from "./pages/ButtonsPage";
import { ComponentsPage } from "./pages/ComponentsPage";
import { EmailLinksPage } from "./pages/EmailLinksPage";
import { ErrorExamplePage } from "./pages/ErrorExamplePage";
import { IndexPage } from "./pages/IndexPage";
import { InputsPage } from "./pages/InputsPage";
import { ModulesPage } from "./pages/ModulesPage";
import { TypographyPage } from "./pages/TypographyPage";
import styles from "./StyleGuide.module.css";

/** The pages of the style guide by their path below its root (URL-33). */
const pages = [
  { path: "", title: "Tokens", Page: IndexPage },
  { path: "typography", title: "Typography", Page: TypographyPage },
  { path: "buttons", title: "Buttons", Page: ButtonsPage },
  { path: "inputs", title: "Inputs", Page: InputsPage },
  { path: "components", title: "Components", Page: ComponentsPage },
  { path: "modules", title: "Modules", Page: ModulesPage },
  { path: "pages/error", title: "Error page", Page: ErrorExamplePage },
  { path: "tools/email-links", title: "Email links", Page: EmailLinksPage },
];

/** An unknown address of the style guide. */
function NotFound() {
  return (
    <>
      <title>Page not found – Style guide – Strand</title>
      <h1>Page not found</h1>
      <p>The style guide has no page at this address.</p>
    </>
  );
}

const routes = [
  ...pages.map(({ path, title, Page }) => ({
    path,
    element: (
      <>
        <title>{`${title} – Style guide – Strand`}</title>
        <Page />
      </>
    ),
  })),
  { path: "*", element: <NotFound /> },
];

const addressOf = (path: string) => `/style-guide${path && `/${path}`}`;

/**
 * Every component in every state and theme. Pages without locale and CMS content, with their own layout; the texts are
 * for developers and editors, in English.
 */
export function StyleGuide() {
  const [parameters, setParameters] = useSearchParams();
  const { pathname } = useLocation();
  const content = useRoutes(routes);
  const wanted = parameters.get("theme");
  const theme = themes.find((t) => t === wanted) ?? "Default";
  const query = theme === "Default" ? "" : `?theme=${theme}`;

  useEffect(() => {
    document.documentElement.dataset.theme = theme;
  }, [theme]);

  return (
    <div className={styles.layout}>
      <SkipLink />
      <header className={styles.side}>
        <p className={styles.brand}>
          <Link to={`/style-guide${query}`}>Style guide</Link>
        </p>
        <form className={styles.theme} method="get">
          <Select
            label="Theme"
            name="theme"
            required
            value={theme}
            options={themes.map((t) => ({ value: t, label: t }))}
            onChange={(event) => setParameters({ theme: event.target.value }, { replace: true })}
          />
          <noscript>
            <Button type="submit" variant="secondary" size="small">
              Show
            </Button>
          </noscript>
        </form>
        <nav aria-label="Style guide">
          <ul className={styles.nav}>
            {pages.map(({ path, title }) => (
              <li key={path}>
                <Link
                  className={styles.link}
                  aria-current={pathname === addressOf(path) ? "page" : undefined}
                  to={`${addressOf(path)}${query}`}
                >
                  {title}
                </Link>
              </li>
            ))}
          </ul>
        </nav>
      </header>
      <main id="content" className={styles.main} tabIndex={-1}>
        {content}
      </main>
    </div>
  );
}
