import type editor from "./messages/editor/en.json";
import type form from "./messages/form/en.json";
import type portal from "./messages/portal/en.json";
import type sheet from "./messages/sheet/en.json";
import type site from "./messages/site/en.json";

/** Message ids are checked by the compiler. */
declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: keyof typeof site | keyof typeof form | keyof typeof portal | keyof typeof editor | keyof typeof sheet;
    }
  }
}
