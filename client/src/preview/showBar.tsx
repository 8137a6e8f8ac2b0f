import { createRoot } from "react-dom/client";
import { loadTexts, textsOf } from "~/i18n/textBundles";
import { Texts } from "~/i18n/Texts";
import { readConfig } from "~/lib/document/config";
import { documentLocale } from "~/lib/document/documentLocale";
import { type LinkedPreview, PreviewBar } from "./PreviewBar";

/** Shows the bar of a preview above the app. */
export async function showBar(preview: LinkedPreview): Promise<void> {
  const locale = documentLocale();
  await loadTexts(locale, "editor");
  const element = document.createElement("div");
  document.body.prepend(element);
  createRoot(element).render(
    <Texts locale={locale} messages={textsOf(locale)}>
      <PreviewBar preview={preview} siteName={readConfig().siteName ?? ""} locale={locale} />
    </Texts>,
  );
}
