import { useIntl } from "react-intl";
import { EditorArea } from "~/features/editor/EditorArea";
import { EditorLogin } from "~/features/editor/EditorLogin";
import { Head } from "~/features/frame/Head";
import type { EditorScreenQuery } from "~/graph/generated/graphql";
import { preloadFont } from "~/theme/preloadFont";
import type { ScreenProps } from "~/routes/screenModule";

/** The editor area: the login for anonymous users, the preview for editors. */
export function Screen({ resolution }: ScreenProps<EditorScreenQuery>) {
  const { formatMessage } = useIntl();
  const { site, locale, theme, editor } = resolution;
  if (import.meta.env.SSR) preloadFont(theme);
  return (
    <>
      <Head
        siteName={site.name}
        locale={locale.openGraphCode}
        page={{ title: formatMessage({ id: "editor.title" }), alternateVersions: [], isHidden: true }}
      />
      {editor ? (
        <EditorArea area={editor} siteName={site.name} homeUrl={site.homeUrl} />
      ) : (
        <EditorLogin siteName={site.name} homeUrl={site.homeUrl} />
      )}
    </>
  );
}
