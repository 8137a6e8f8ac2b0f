// Rules: MSG-15, URL-37.

import { browserEnvironment } from "./environment";

const redirectUri = "http://localhost/blank-callback";

/** Opens the frame, which jsdom does not load, and sets the URLs that it shows. */
function openFrame() {
  const deadline = new AbortController();
  const arrived = browserEnvironment().frame("https://provider.example/authorize", redirectUri, deadline.signal);
  const frame = document.querySelector("iframe");
  if (!frame) throw new Error("There is no frame.");
  const show = (location: () => { href: string }) => {
    Object.defineProperty(frame, "contentWindow", {
      value: Object.defineProperty({}, "location", { get: location }),
      configurable: true,
    });
    frame.dispatchEvent(new Event("load"));
  };
  return { arrived, frame, show, late: () => deadline.abort() };
}

test("resolves with the frame's final URL, past pages of other origins", async () => {
  const { arrived, frame, show } = openFrame();
  expect(frame).not.toBeVisible();
  expect(frame.src).toBe("https://provider.example/authorize");
  show(() => ({ href: "about:blank" }));
  show(() => {
    throw new DOMException("of another origin", "SecurityError");
  });
  expect(frame).toBeInTheDocument();
  show(() => ({ href: `${redirectUri}?code=1` }));
  expect(await arrived).toBe(`${redirectUri}?code=1`);
  expect(frame).not.toBeInTheDocument();
});

test("removes a frame that does not arrive in time", async () => {
  const { arrived, frame, late } = openFrame();
  late();
  await expect(arrived).rejects.toThrow("Authorization timed out");
  expect(frame).not.toBeInTheDocument();
});
