import { render } from "@testing-library/react";
import { CloseIcon } from "./icons";

test.each([
  [undefined, "24"],
  [24, "24"],
  [16, "16"],
] as const)("an icon of size %s is %s px wide and high, and hidden from assistive technology", (size, pixels) => {
  const { container } = render(<CloseIcon size={size} />);
  const icon = container.querySelector("svg");
  expect(icon).toHaveAttribute("width", pixels);
  expect(icon).toHaveAttribute("height", pixels);
  expect(icon).toHaveAttribute("aria-hidden", "true");
});
