import Link from "next/link";
import { Content, Frame } from "../../../tree.js";

export function getServerSideProps({ params }) {
  return { props: { id: params.id, content: globalThis.pages[params.id].content } };
}

export default function Page({ id, content }) {
  return (
    <Frame frame={globalThis.pages[id].frame} link={Link}>
      <Content content={content} link={Link} />
    </Frame>
  );
}
