import { Link } from "react-router";

/** A link of the site, with the props of an `a` element. */
export const PageLink = ({ href, ...props }) => <Link to={href} {...props} />;
