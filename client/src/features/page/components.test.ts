import fragments from "~/graph/generated/possibleTypes";
import { components } from "./components";

test.each(fragments.possibleTypes.PageModule)("%s has a component", (name) => {
  expect(components[name]).toBeDefined();
});
