import { ErrorPage } from "~/features/state/ErrorPage";

/** The error page as a visitor would see it. */
export function ErrorExamplePage() {
  return <ErrorPage homeUrl="/" traceId="4bf92f3577b34da6a3ce929d0e0e4736" />;
}
