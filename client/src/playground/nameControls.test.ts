import { waitFor } from "@testing-library/react";
import { nameControls } from "./nameControls";

test("controls of plug-ins get a name, also those that are added later", async () => {
  const panel = document.createElement("section");
  panel.innerHTML = '<select></select><div data-arg-name="url">url: <input></div>';
  const stop = nameControls(panel);
  expect(panel.querySelector("select")).toHaveAccessibleName("Kind of the new operation");
  expect(panel.querySelector("input")).toHaveAccessibleName("url");
  panel.insertAdjacentHTML(
    "beforeend",
    '<button class="graphiql-history-item-label" aria-label="Set active">Tickets</button>',
  );
  await waitFor(() => expect(panel.querySelector("button")).toHaveAccessibleName("Tickets"));
  stop();
});
