import { prepareLocaleData } from "~/i18n/localeData";
import { type Config, readConfig } from "~/lib/document/config";
import { documentLocale } from "~/lib/document/documentLocale";
import { nextTask } from "~/lib/loading/nextTask";
import { watchReleases } from "~/lib/loading/releases";
import { keepEarlyClick } from "./earlyClick";
import { firstView } from "./firstView";

/** Requests the scripts of the page and the data of its site, which the app will ask for, all at once. */
function preload({ scripts = [], siteUrl }: Config) {
  const add = (attributes: Partial<HTMLLinkElement>) =>
    document.head.append(Object.assign(document.createElement("link"), attributes));
  for (const href of scripts) add({ rel: "modulepreload", href });
  if (siteUrl) add({ rel: "preload", as: "fetch", crossOrigin: "anonymous", href: siteUrl });
}

async function start() {
  const config = readConfig();
  // Before anything else is fetched: after a release the server may no longer have a chunk of this build.
  watchReleases(config.release);
  const replayEarlyClick = keepEarlyClick();
  // An editor's preview is used by the editor area as soon as it is shown.
  if (!config.base) await firstView();
  preload(config);
  const localeData = prepareLocaleData(documentLocale());
  // Static imports would be evaluated in one task, which blocks input on a slow device. Dependencies come first.
  for (const script of config.scripts ?? []) {
    await import(/* @vite-ignore */ script).catch(() => undefined); // reported by the import that needs it
    await nextTask();
  }
  const { mount } = await import("./mount");
  await nextTask();
  await mount(localeData, replayEarlyClick);
}

// Other chunks import this one: an `await` of the module itself would never end.
start().catch((error: unknown) => {
  console.error("The app cannot be mounted.", error);
  throw error;
});
