import { route } from "@react-router/dev/routes";

export default [route("floor/:slug", "floor.jsx"), route("ssr/:gateway/:language/:slug", "product.jsx")];
