import { type ReactNode, startTransition, useLayoutEffect } from "react";
import { createRoot, hydrateRoot } from "react-dom/client";
import { RouterProvider } from "react-router/dom";
import { App } from "~/app/App";
import { makeRouter } from "~/app/router";
import { loadTexts } from "~/i18n/textBundles";
import { type Account, makeAccount, recognizeUser } from "~/lib/account/account";
import { type Config, readConfig } from "~/lib/document/config";
import { documentLocale } from "~/lib/document/documentLocale";
import { keepFocus } from "~/lib/interaction/keepFocus";
import { nextTask } from "~/lib/loading/nextTask";
import { setDocumentScreen } from "~/lib/screen/documentScreen";
import type { ScreenData } from "~/lib/screen/screenData";
import { withSiteData } from "~/lib/screen/siteData";
import { prepareRoute } from "~/routes/prepareRoute";
import { resolutionOf } from "~/routes/screenModule";
import { redirectTarget } from "~/routes/site/redirectTarget";
import { screens } from "~/routes/screenRegistry";
import { screenUrl } from "~/lib/url/screenUrl";

/**
 * Mounts the app, unless the document redirects: hydrates the markup that the server rendered, or renders into an empty
 * root. `onMounted` is called as soon as React handles events.
 */
export async function mount(localeData: Promise<void>, onMounted: () => void): Promise<void> {
  const config = readConfig();
  const preview = config.base ? await import("~/preview/preview") : undefined;
  const account = preview && config.base ? preview.makePreviewAccount(config.base) : makeAccount(config);
  const mounted = await mountApp(config, account, localeData, onMounted);
  if (!mounted) return;
  if (preview && config.base) preview.startPreview(config.base, mounted.router, mounted.askAt);
  keepFocus();
  recognizeUser(account);
  if (config.nextRelease) console.info("Next features are enabled.");
}

async function mountApp({ base = "" }: Config, account: Account, localeData: Promise<void>, onMounted: () => void) {
  const root = document.getElementById("strand");
  if (!root) throw new Error("The document has no element for the app.");

  const text = document.getElementById("strand-data")?.textContent;
  const data = text ? (JSON.parse(text) as ScreenData) : undefined;
  const resolution = data && resolutionOf(data);
  const target = resolution && redirectTarget(resolution, window.location.hash);
  if (target !== undefined) {
    const address = new URL(target.startsWith("/") ? base + target : target, window.location.href);
    // Another hash would load no document.
    if (screenUrl(address) !== screenUrl(window.location.href)) {
      window.location.replace(address);
      return undefined;
    }
  }
  const locale = documentLocale();
  const [shown] = await Promise.all([
    data && withSiteData(data),
    loadTexts(locale, "site"),
    prepareRoute(screens, window.location.pathname.slice(base.length), data),
    localeData,
  ]);
  await nextTask();

  // The URL of the data lacks parameters that the screen does not read.
  if (shown && resolution && !shown.outage && !shown.form)
    setDocumentScreen({ ...shown, url: screenUrl(window.location.href) });
  const { router, askAt } = makeRouter({ account, base, locale, shown });
  await nextTask();
  const app = (
    <MountEffect effect={onMounted}>
      <App origin={window.location.origin} locale={locale} account={account} form={data?.form}>
        <RouterProvider router={router} />
      </App>
    </MountEffect>
  );
  startTransition(() => {
    // An unrendered document has an empty root.
    if (root.hasChildNodes()) {
      // React recovers from a mismatch by rendering again: the page still works.
      hydrateRoot(root, app, { onRecoverableError: (error) => console.error("The page was rendered again.", error) });
    } else createRoot(root).render(app);
  });
  return { router, askAt };
}

function MountEffect({ effect, children }: { effect: () => void; children: ReactNode }) {
  useLayoutEffect(effect, [effect]);
  return children;
}
