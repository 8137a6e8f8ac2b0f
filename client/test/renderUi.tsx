import { render, type RenderResult } from "@testing-library/react";
import type { ReactNode } from "react";
import { IntlProvider } from "react-intl";
import { MemoryRouter } from "react-router";
import { texts } from "./texts";

/** Renders a component in English, inside a router that starts at the address. */
export function renderUi(ui: ReactNode, address = "/"): RenderResult {
  return render(
    <IntlProvider locale="en" messages={texts}>
      <MemoryRouter initialEntries={[address]}>{ui}</MemoryRouter>
    </IntlProvider>,
  );
}
