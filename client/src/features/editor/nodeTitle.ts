import type { IntlShape } from "react-intl";
import type { TreeNode } from "./treeState";

/** The title of a tree entry: a text for a group, else its own title or its path. */
export const titleIn = ({ formatMessage }: IntlShape, node: TreeNode) =>
  node.kind === "GROUP" ? formatMessage({ id: `editor.group.${node.group}` }) : (node.title ?? node.path ?? "");
