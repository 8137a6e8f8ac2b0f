import { Suspense } from "react";
import { lazy } from "~/lib/loading/lazy";
import { Spinner } from "~/ui/spinner/Spinner";

export const callbackModule = lazy("src/routes/callback/Callback.tsx", () => import("./Callback"), "portal");

/** The route that the identity server redirects to (URL-34). */
export function CallbackRoute() {
  return (
    <Suspense fallback={<Spinner size={48} />}>
      <Content />
    </Suspense>
  );
}

function Content() {
  const { Callback } = callbackModule.use();
  return <Callback />;
}
