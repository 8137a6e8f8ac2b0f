import "@testing-library/jest-dom";
import { configure } from "@testing-library/react";
import { toHaveNoViolations } from "jest-axe";
import { loadTexts, textBundles } from "~/i18n/textBundles";

// On a busy machine, code that a test loads on demand takes more than the default second.
configure({ asyncUtilTimeout: 20_000 });

expect.extend(toHaveNoViolations);

beforeAll(() => loadTexts("en", ...textBundles));

// jsdom has no media queries: the window counts as wide, and motion as wanted.
if (typeof window !== "undefined") {
  window.matchMedia = () => ({ matches: false, addEventListener: () => {}, removeEventListener: () => {} }) as never;
}

// jsdom has no dialogs. Tests in the Node environment have no such element.
if (typeof HTMLDialogElement !== "undefined") {
  HTMLDialogElement.prototype.showModal = function () {
    this.open = true;
  };
  HTMLDialogElement.prototype.close = function () {
    this.open = false;
    this.dispatchEvent(new Event("close"));
  };
}

// As in a document of the server.
if (typeof document !== "undefined") document.documentElement.lang = "en";
