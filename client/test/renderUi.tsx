import { render, type RenderResult } from "@testing-library/react";
import type { ReactNode } from "react";
import { IntlProvider } from "react-intl";
import { MemoryRouter } from "react-router";
import texts from "~/i18n/messages/site/en.json";

/** Renders a part of the interface in English, inside a router. */
export function renderUi(ui: ReactNode): RenderResult {
  return render(
    <IntlProvider locale="en" messages={texts}>
      <MemoryRouter>{ui}</MemoryRouter>
    </IntlProvider>,
  );
}
