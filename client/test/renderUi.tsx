import { render, type RenderResult } from "@testing-library/react";
import type { ReactNode } from "react";
import { IntlProvider } from "react-intl";
import { MemoryRouter } from "react-router";
import { texts } from "./texts";

/** Renders a component in English, inside a router that starts at the URL. */
export function renderUi(ui: ReactNode, url = "/"): RenderResult {
  return render(
    <IntlProvider locale="en" messages={texts}>
      <MemoryRouter initialEntries={[url]}>{ui}</MemoryRouter>
    </IntlProvider>,
  );
}
