import { Image, Text, View } from "@react-pdf/renderer";
import type { DataSheetProductFragment } from "~/graph/generated/graphql";
import { styles } from "./styles";

interface Props {
  product: DataSheetProductFragment;
  name: string;
  /** The text below the name. */
  lead: string | null | undefined;
  color: string;
  picture: Buffer | undefined;
}

/** Brand, name and picture of a product. */
export function Intro({ product, name, lead, color, picture }: Props) {
  return (
    <View style={styles.intro}>
      <View style={styles.introText}>
        <Text style={[styles.overline, { color }]}>
          {[product.brand?.name, product.classification?.name].filter(Boolean).join("  ·  ")}
        </Text>
        <Text style={styles.title}>{name}</Text>
        {lead && <Text style={styles.lead}>{lead}</Text>}
      </View>
      {picture && <Image style={styles.picture} src={{ data: picture, format: "jpg" }} />}
    </View>
  );
}
