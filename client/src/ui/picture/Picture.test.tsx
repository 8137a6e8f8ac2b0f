import { render } from "@testing-library/react";
import { Picture, expandSrcset } from "./Picture";

test.each([
  ["/a/{240,480}/x.webp {}w", "/a/240/x.webp 240w, /a/480/x.webp 480w"],
  ["/brand/{48,96}/x-2.webp {144,288}w", "/brand/48/x-2.webp 144w, /brand/96/x-2.webp 288w"],
  [
    "https://h.example/height:{270,540},width:{480,960}/abc {}w",
    "https://h.example/height:270,width:480/abc 480w, https://h.example/height:540,width:960/abc 960w",
  ],
  ["/a/480/dot.webp 480w", "/a/480/dot.webp 480w"],
])("expands the candidates of %s", (pattern, srcset) => {
  expect(expandSrcset(pattern)).toBe(srcset);
});

test("passes its candidates to the browser", () => {
  const { container } = render(
    <Picture picture={{ alternativeText: "", url: "/a/480/x.png", srcset: "/a/{240,480}/x.webp {}w" }} sizes="50vw" />,
  );
  expect(container.querySelector("source")).toHaveAttribute("srcset", "/a/240/x.webp 240w, /a/480/x.webp 480w");
});

test("has only its URL if it cannot be transformed", () => {
  const { container } = render(<Picture picture={{ alternativeText: "", url: "/logo.svg", srcset: null }} />);
  expect(container.querySelector("source")).toBeNull();
});
