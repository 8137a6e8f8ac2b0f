import { Content, Frame } from "../../tree.js";
import { PageLink } from "./link.jsx";

export function loader({ params }) {
  return globalThis.peer.floors[params.slug].content;
}

/** The page without a request for data. */
export default function Page({ params, loaderData }) {
  return (
    <Frame frame={globalThis.peer.floors[params.slug].frame} link={PageLink}>
      <Content content={loaderData} link={PageLink} />
    </Frame>
  );
}
