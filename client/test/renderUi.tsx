import { render, type RenderResult } from "@testing-library/react";
import { type ReactNode, useState } from "react";
import { IntlProvider } from "react-intl";
import { createMemoryRouter, MemoryRouter, RouterProvider } from "react-router";
import { texts } from "./texts";

/**
 * Renders a component in English, inside a router that starts at the URL. Components that block navigation need a data
 * router.
 */
export function renderUi(ui: ReactNode, url = "/", hasDataRouter = false): RenderResult {
  return render(
    <IntlProvider locale="en" messages={texts}>
      {hasDataRouter ? (
        <DataRouter url={url}>{ui}</DataRouter>
      ) : (
        <MemoryRouter initialEntries={[url]}>{ui}</MemoryRouter>
      )}
    </IntlProvider>,
  );
}

function DataRouter({ url, children }: { url: string; children: ReactNode }) {
  const [router] = useState(() => createMemoryRouter([{ path: "*", element: children }], { initialEntries: [url] }));
  return <RouterProvider router={router} />;
}
