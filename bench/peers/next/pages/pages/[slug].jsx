import Link from "next/link";
import { Content, Frame } from "../../../tree.js";

export function getServerSideProps({ params: { slug } }) {
  return { props: { slug, content: globalThis.peer.floors[slug].content } };
}

/** The page without a request for data. */
export default function Page({ slug, content }) {
  return (
    <Frame frame={globalThis.peer.floors[slug].frame} link={Link}>
      <Content content={content} link={Link} />
    </Frame>
  );
}
