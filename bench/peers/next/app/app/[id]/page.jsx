import Link from "next/link";
import { Content, Frame } from "../../../../tree.js";

export const dynamic = "force-dynamic";

export default async function Page({ params }) {
  const { frame, content } = globalThis.pages[(await params).id];
  return (
    <Frame frame={frame} link={Link}>
      <Content content={content} link={Link} />
    </Frame>
  );
}
