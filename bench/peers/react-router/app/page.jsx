import { Link } from "react-router";
import { Content, Frame } from "../../tree.js";

const PageLink = ({ href, ...props }) => <Link to={href} {...props} />;

export function loader({ params }) {
  return globalThis.pages[params.id].content;
}

export default function Page({ params, loaderData }) {
  return (
    <Frame frame={globalThis.pages[params.id].frame} link={PageLink}>
      <Content content={loaderData} link={PageLink} />
    </Frame>
  );
}
