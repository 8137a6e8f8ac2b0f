import { screen } from "@testing-library/react";
import type { ComponentProps } from "react";
import { renderUi } from "../../../../test/renderUi";
import { ImageModule } from "./Image";

type Module = ComponentProps<typeof ImageModule>["module"];

const image = (width: number) => ({
  alternativeText: "The plant",
  source: `/plant-${width}.png`,
  srcset: null,
  width,
  height: width / 2,
});
const base: Omit<Module, "width"> = {
  id: "plant",
  inline: image(780),
  breakOut: image(980),
  stretched: image(1180),
  caption: null,
};

test.each([
  ["Inline", "/plant-780.png"],
  ["BreakOut", "/plant-980.png"],
  ["Stretched", "/plant-1180.png"],
] as const)("loads a picture of width %s no larger than needed", (width, source) => {
  renderUi(<ImageModule module={{ ...base, width }} />);
  expect(screen.getByRole("img", { name: "The plant" })).toHaveAttribute("src", source);
});

test("renders nothing for a module without a picture", () => {
  const { container } = renderUi(
    <ImageModule module={{ ...base, inline: null, breakOut: null, stretched: null, width: "Inline" }} />,
  );
  expect(container).toBeEmptyDOMElement();
});
