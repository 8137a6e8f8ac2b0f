import { prepareLocaleData } from "~/i18n/localeData";
import { readConfig } from "~/lib/config";
import { documentLocale } from "~/lib/documentLocale";
import { nextTask } from "~/lib/nextTask";
import { watchReleases } from "~/lib/releases";
import { keepEarlyClick } from "./earlyClick";

// Before anything else is fetched: after a release the server may no longer have a chunk of this build.
watchReleases(readConfig().release);
const replayEarlyClick = keepEarlyClick();
try {
  const localeData = prepareLocaleData(documentLocale());
  // Static imports would be evaluated in one task, which blocks input on a slow device.
  await import("./react");
  await nextTask();
  const { mount } = await import("./mount");
  await nextTask();
  await mount(localeData, replayEarlyClick);
} catch (error) {
  console.error("The app cannot be mounted.", error);
  throw error;
}
