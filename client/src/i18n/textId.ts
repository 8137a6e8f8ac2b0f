import type { MessageDescriptor } from "react-intl";

/** The id of an interface text. */
export type TextId = NonNullable<MessageDescriptor["id"]>;
