import type editor from "./messages/editor/en.json";
import type form from "./messages/form/en.json";
import type portal from "./messages/portal/en.json";
import type site from "./messages/site/en.json";

/** Ids are checked by the compiler: a text that does not exist cannot be named. */
declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: keyof typeof site | keyof typeof form | keyof typeof portal | keyof typeof editor;
    }
  }
}
