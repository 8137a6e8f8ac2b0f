import type site from "./messages/site/en.json";

/** Ids are checked by the compiler: a text that does not exist cannot be named. */
declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: keyof typeof site;
    }
  }
}
