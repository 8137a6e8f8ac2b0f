import { route } from "@react-router/dev/routes";

export default [route(":id", "page.jsx")];
