import "@testing-library/jest-dom";
import { toHaveNoViolations } from "jest-axe";
import { loadTexts, textBundles } from "~/i18n/textBundles";

expect.extend(toHaveNoViolations);

beforeAll(() => loadTexts("en", ...textBundles));

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
