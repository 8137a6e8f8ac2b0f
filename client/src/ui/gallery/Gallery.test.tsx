import { screen, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderUi } from "../../../test/renderUi";
import { Gallery, type GalleryPicture } from "./Gallery";

const picture = (name: string): GalleryPicture => ({
  picture: { alternativeText: name, url: `/${name}-980.png` },
  original: `/${name}.png`,
  thumbnail: `/${name}-56.png`,
  lightboxThumbnail: `/${name}-80.png`,
});

test("links a thumbnail of 56 px to its picture, also without JavaScript", async () => {
  const shown: Element[] = [];
  // jsdom does not scroll.
  Element.prototype.scrollIntoView = function () {
    shown.push(this);
  };
  renderUi(<Gallery label="The machine" items={[picture("front"), picture("back")]} />);
  const second = screen.getByRole("link", { name: "Show picture 2 of 2" });
  expect(second.querySelector("img")).toHaveAttribute("src", "/back-56.png");
  await userEvent.click(second);
  expect(shown).toHaveLength(1);
  expect(within(shown[0] as HTMLElement).getByRole("img", { name: "back" })).toHaveAttribute("src", "/back-980.png");
  expect(second).toHaveAttribute("href", `#${shown[0]?.id}`);
});

test("shows no thumbnail for a single picture", () => {
  renderUi(<Gallery label="The machine" items={[picture("front")]} />);
  expect(screen.getAllByRole("link")).toHaveLength(1);
});

test("shows thumbnails instead of originals below the picture in the lightbox", async () => {
  renderUi(<Gallery label="The machine" items={[picture("front"), picture("back")]} />);
  await userEvent.click(screen.getByRole("link", { name: "Enlarge: front" }));
  const lightbox = await screen.findByRole("dialog");
  const sources = Array.from(lightbox.querySelectorAll("img"), (shown) => shown.getAttribute("src"));
  expect(sources).toEqual(expect.arrayContaining(["/front.png", "/front-80.png", "/back-80.png"]));
  expect(sources.filter((source) => source?.endsWith("-80.png"))).toHaveLength(2);
  expect(lightbox).toHaveTextContent("1 / 2");
  expect(within(lightbox).getByText("front")).toBeInTheDocument();
});
