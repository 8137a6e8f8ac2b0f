// Rules: CONST-29.

import { render } from "@testing-library/react";
import { CloseIcon } from "./iconSet";

test.each([
  [undefined, "24"],
  [24, "24"],
  [16, "16"],
] as const)("renders an icon of size %s with %s px, hidden from assistive technology", (size, pixels) => {
  const { container } = render(<CloseIcon size={size} />);
  const icon = container.querySelector("svg");
  expect(icon).toHaveAttribute("width", pixels);
  expect(icon).toHaveAttribute("height", pixels);
  expect(icon).toHaveAttribute("aria-hidden", "true");
});
