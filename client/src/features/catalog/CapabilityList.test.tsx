// Rules: CAT-21.

import { screen } from "@testing-library/react";
import { renderUi } from "../../../test/renderUi";
import { CapabilityList } from "./CapabilityList";

test("shows a capability as a tile with its picture, linked to all products that have it", () => {
  renderUi(
    <CapabilityList
      capabilities={[
        {
          id: "1",
          name: "Stripping",
          foreignLanguage: "en",
          url: "/en/products?capability=stripping",
          image: {
            source: "/strip-480.png",
            srcset: "/strip-240.webp 240w, /strip-480.webp 480w",
          },
        },
      ]}
    />,
  );
  const link = screen.getByRole("link", { name: "Stripping" });
  expect(link).toHaveAttribute("href", "/en/products?capability=stripping");
  expect(screen.getByText("Stripping")).toHaveAttribute("lang", "en");
  // The picture is decorative beside the name, and a tile of 12rem needs no more than 480 px.
  expect(link.querySelector("img")).toHaveAttribute("src", "/strip-480.png");
  expect(link.querySelector("source")).toHaveAttribute("sizes", "12rem");
});
