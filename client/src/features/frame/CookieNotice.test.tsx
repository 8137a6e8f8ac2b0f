// Rules: PAGE-26.

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderUi } from "../../../test/renderUi";
import { CookieNotice } from "./CookieNotice";

const notice = () => screen.queryByRole("status");

/** Sets the configuration that the server embeds in the document. */
function configure(config: object) {
  const element = document.body.appendChild(document.createElement("script"));
  element.id = "strand-config";
  element.type = "application/json";
  element.textContent = JSON.stringify(config);
}

afterEach(() => {
  document.getElementById("strand-config")?.remove();
  document.cookie = "strand-cookies-seen=; max-age=0";
});

test("is shown until it is confirmed", async () => {
  const { unmount } = renderUi(<CookieNotice />);
  expect(notice()).toHaveTextContent("only the cookies that it needs");
  await userEvent.click(screen.getByRole("button", { name: "Understood" }));
  expect(notice()).not.toBeInTheDocument();
  unmount();
  renderUi(<CookieNotice />);
  expect(notice()).not.toBeInTheDocument();
});

test("is not shown in a preview", () => {
  configure({ base: "/api/preview/context" });
  renderUi(<CookieNotice />);
  expect(notice()).not.toBeInTheDocument();
});
