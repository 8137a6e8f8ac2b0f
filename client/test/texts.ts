import editor from "~/i18n/messages/editor/en.json";
import form from "~/i18n/messages/form/en.json";
import portal from "~/i18n/messages/portal/en.json";
import sheet from "~/i18n/messages/sheet/en.json";
import site from "~/i18n/messages/site/en.json";

/** All English texts of the interface. */
export const texts = { ...site, ...form, ...portal, ...editor, ...sheet };
