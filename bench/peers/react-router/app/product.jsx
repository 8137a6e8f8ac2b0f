import { Content, Frame } from "../../tree.js";
import { PageLink } from "./link.jsx";

export const loader = ({ params }) => globalThis.peer.load(params);

export const meta = ({ loaderData }) => [{ title: loaderData.product.name }];

export default function Page({ params, loaderData: { product, navigation } }) {
  const { frame, content } = globalThis.peer.pages[params.slug];
  return (
    <Frame frame={frame} navigation={navigation} link={PageLink}>
      <Content content={content} product={product} link={PageLink} />
    </Frame>
  );
}
