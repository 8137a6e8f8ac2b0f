import Link from "next/link";
import { Content, Frame } from "../../../../tree.js";

export const dynamic = "force-dynamic";

/** The page without a request for data. */
export default async function Page({ params }) {
  const { frame, content } = globalThis.peer.floors[(await params).slug];
  return (
    <Frame frame={frame} link={Link}>
      <Content content={content} link={Link} />
    </Frame>
  );
}
