import fragments from "~/graph/generated/possibleTypes";
import { components } from "./components";

test.each(fragments.possibleTypes.PageModule)("has a component for %s", (name) => {
  expect(components[name]).toBeDefined();
});
