import Head from "next/head";
import Link from "next/link";
import { Content, Frame } from "../tree.js";

/** The props of a product page. */
export async function propsOf({ params }) {
  return { props: { slug: params.slug, ...(await globalThis.peer.load(params)) } };
}

export function ProductPage({ slug, product, navigation }) {
  const { frame, content } = globalThis.peer.pages[slug];
  return (
    <>
      <Head>
        <title>{product.name}</title>
      </Head>
      <Frame frame={frame} navigation={navigation} link={Link}>
        <Content content={content} product={product} link={Link} />
      </Frame>
    </>
  );
}
