import { useLocation } from "react-router";

/** The query parameter of a form that was accepted without JavaScript (`edge/forms/confirmation.go`). */
const sentParameter = "sent";

/** The path of the page, without the result of an earlier form. */
export function usePagePath(): string {
  const { pathname, search } = useLocation();
  const query = new URLSearchParams(search);
  if (!query.has(sentParameter)) return pathname + search;
  query.delete(sentParameter);
  const rest = query.toString();
  return rest ? `${pathname}?${rest}` : pathname;
}
