import { explorerPlugin } from "@graphiql/plugin-explorer";
import "@graphiql/plugin-explorer/style.css";

/** GraphiQL's explorer: builds an operation by checking fields. It is loaded when it is opened. */
const { content: Explorer } = explorerPlugin({ showAttribution: false });

export default Explorer;
