export { ProductPage as default, propsOf as getStaticProps } from "../../../product.jsx";

/** Pages are made at their first request. */
export const getStaticPaths = () => ({ paths: [], fallback: "blocking" });
