import type { ReactNode } from "react";
import { Text, View } from "@react-pdf/renderer";
import { styles } from "./styles";

interface Props {
  title: string;
  /** A short text beside the title. */
  note?: string | undefined;
  /** The section is on one page. */
  unbroken?: boolean;
  children: ReactNode;
}

/** A section with its title, which is also in the outline of the document. */
export function Section({ title, note, unbroken = false, children }: Props) {
  // The library has bookmarks of all elements, its types only those of pages.
  const bookmark = { bookmark: title };
  return (
    <View style={styles.section} wrap={!unbroken} {...bookmark}>
      <Text style={styles.heading} minPresenceAhead={60}>
        {title}
        {note && <Text style={styles.note}>{`   ${note}`}</Text>}
      </Text>
      {children}
    </View>
  );
}
