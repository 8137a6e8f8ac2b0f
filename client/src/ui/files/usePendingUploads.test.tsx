import { act, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { renderUi } from "../../../test/renderUi";
import { useDraft } from "~/ui/draft/useDraft";
import { FileField } from "./FileField";
import { thumbnailOf } from "./thumbnail";
import { startUpload, type UploadEvents } from "./upload";

jest.mock("./upload");
jest.mock("./thumbnail");

const limits = { maxSize: 1000, maxCount: 5, mediaTypes: ["image/*"] };
/** The pending uploads and thumbnails by name of their file. */
const uploads = new Map<string, UploadEvents>();
const thumbnails = new Map<string, (thumbnail: string | undefined) => void>();

beforeEach(() => {
  window.localStorage.clear();
  uploads.clear();
  thumbnails.clear();
  jest.mocked(startUpload).mockImplementation((file, events) => {
    uploads.set(file.name, events);
    return { resume: () => undefined, cancel: () => undefined };
  });
  jest.mocked(thumbnailOf).mockImplementation((file) => new Promise((resolve) => thumbnails.set(file.name, resolve)));
});

function Form() {
  const { draft, addFile, addThumbnail, removeFile } = useDraft("ticket");
  return (
    <FileField
      id="files"
      name="attachments"
      limits={limits}
      files={draft.files}
      isInvalid={false}
      onAdd={addFile}
      onThumbnail={addThumbnail}
      onRemove={removeFile}
      onRunning={() => undefined}
    />
  );
}

async function choose(...names: string[]) {
  const files = names.map((name) => new File(["x"], name, { type: "image/jpeg" }));
  fireEvent.change(screen.getByLabelText(/^Pictures and videos/), { target: { files } });
  await waitFor(() => expect(uploads.size).toBeGreaterThanOrEqual(names.length));
}
const send = (name: string) => act(() => uploads.get(name)?.onSent(`id-${name}`));
const makeThumbnail = (name: string) =>
  act(async () => {
    thumbnails.get(name)?.(`data:image/webp;base64,${name}`);
    await Promise.resolve();
  });
const listed = () =>
  screen.getAllByRole("listitem").map((item) => within(item).getAllByText(/\.(jpg|heic)$/)[0]?.textContent);
const picture = () => screen.getByRole("listitem").querySelector("img");

test("shows the thumbnail of a file whose upload was faster, also after a reload", async () => {
  const { unmount } = renderUi(<Form />);
  await choose("plate.jpg");
  send("plate.jpg");
  expect(picture()).toBeNull();
  await makeThumbnail("plate.jpg");
  expect(picture()).toHaveAttribute("src", "data:image/webp;base64,plate.jpg");
  unmount();
  renderUi(<Form />);
  expect(picture()).toHaveAttribute("src", "data:image/webp;base64,plate.jpg");
});

test("does not bring back a file that was removed before its thumbnail was made", async () => {
  renderUi(<Form />);
  await choose("plate.jpg");
  send("plate.jpg");
  fireEvent.click(screen.getByRole("button", { name: "Remove plate.jpg" }));
  await makeThumbnail("plate.jpg");
  expect(screen.queryByRole("listitem")).not.toBeInTheDocument();
});

test("lists files in the order in which they were chosen", async () => {
  renderUi(<Form />);
  await choose("large.jpg", "small.heic");
  send("small.heic");
  await choose("last.jpg");
  send("last.jpg");
  send("large.jpg");
  expect(listed()).toEqual(["large.jpg", "small.heic", "last.jpg"]);
});
