// Rules: FORM-31, FORM-38.

import { act, fireEvent, screen } from "@testing-library/react";
import { renderUi } from "../../../test/renderUi";
import { FileField } from "./FileField";
import { refusalOf } from "./refusal";

const limits = {
  maxSize: 100 * 2 ** 20,
  maxCount: 2,
  mediaTypes: ["image/*", "video/*"],
};

/** A file with only a size. */
function file(name: string, type: string, size = 1000): File {
  return Object.defineProperty(new File(["x"], name, { type }), "size", { value: size });
}

test.each([
  ["a picture", file("a.png", "image/png"), undefined],
  ["a video", file("a.mp4", "video/mp4"), undefined],
  ["a file of 100 MB", file("a.mp4", "video/mp4", limits.maxSize), undefined],
  ["a file of more than 100 MB", file("a.mp4", "video/mp4", limits.maxSize + 1), "size"],
  ["an empty file", file("a.png", "image/png", 0), "empty"],
  ["a document", file("a.pdf", "application/pdf"), "type"],
  ["a file without a type", file("a", ""), "type"],
])("checks the type and size of %s", (_, file, reason) => {
  expect(refusalOf(file, limits)?.reason).toBe(reason);
});

describe("during an upload", () => {
  let status: number;

  beforeEach(() => {
    jest.useFakeTimers();
    // The server's responses, and the interruptions in between.
    window.XMLHttpRequest = class {
      upload = {};
      status = 0;
      open = () => undefined;
      setRequestHeader = () => undefined;
      abort = () => undefined;
      getResponseHeader = () => null;
      send() {
        this.status = status;
        void Promise.resolve().then(() => (status ? this.onload() : this.onerror(new Event("error"))));
      }
      onload: () => void = () => undefined;
      onerror: (event: Event) => void = () => undefined;
    } as unknown as typeof XMLHttpRequest;
  });
  afterEach(() => {
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  async function choose(...files: File[]) {
    renderUi(
      <FileField
        id="files"
        name="attachments"
        limits={limits}
        files={[]}
        refused={[]}
        isInvalid={false}
        onAdd={() => undefined}
        onThumbnail={() => undefined}
        onRemove={() => undefined}
        onRunning={() => undefined}
      />,
    );
    fireEvent.change(screen.getByLabelText(/^Pictures and videos/), { target: { files } });
    await act(() => jest.advanceTimersByTimeAsync(60_000));
  }

  test("apologizes for a file that cannot be sent, and sends it again", async () => {
    status = 0;
    await choose(file("hum.mp4", "video/mp4"));
    expect(
      screen.getByText("We are sorry: hum.mp4 could not be sent. Please try again later or contact support."),
    ).toBeInTheDocument();
    expect(screen.getByRole("button", { name: "Resume the upload of hum.mp4" })).toBeInTheDocument();
  });

  test("sends a file again whose upload code could not be loaded", async () => {
    jest.resetModules();
    jest.doMock("tus-js-client", () => {
      throw new Error("offline");
    });
    jest.spyOn(console, "warn").mockImplementation(() => undefined);
    status = 413;
    await choose(file("hum.mp4", "video/mp4"));
    jest.dontMock("tus-js-client");
    fireEvent.click(screen.getByRole("button", { name: "Resume the upload of hum.mp4" }));
    await act(() => jest.advanceTimersByTimeAsync(60_000));
    expect(screen.getByText("hum.mp4 is larger than 100 MB.")).toBeInTheDocument();
  });

  test.each([
    [413, "hum.mp4 is larger than 100 MB."],
    [415, "hum.mp4 is neither a picture nor a video."],
    [422, "hum.mp4 is empty."],
  ])("does not send a file again that the server refuses with %d", async (refused, message) => {
    status = refused;
    await choose(file("hum.mp4", "video/mp4"));
    expect(screen.getByText(message)).toBeInTheDocument();
    expect(screen.queryByRole("button", { name: /Resume/ })).not.toBeInTheDocument();
  });

  test("accepts no more files than the form allows", async () => {
    status = 0;
    await choose(file("a.png", "image/png"), file("b.png", "image/png"), file("c.png", "image/png"));
    expect(screen.getByText("At most 2 files can be added.")).toBeInTheDocument();
    expect(screen.getAllByRole("listitem")).toHaveLength(2);
  });
});

test("shows an uploaded file with its size and picture, and does not claim that it was sent", () => {
  const thumbnail = "data:image/jpeg;base64,AA==";
  renderUi(
    <FileField
      id="files"
      name="attachments"
      limits={limits}
      files={[
        { id: "f", name: "plate.png", size: 1_500_000, thumbnail },
        { id: "g", name: "hum.mp4" },
      ]}
      isInvalid={false}
      onAdd={() => undefined}
      onThumbnail={() => undefined}
      onRemove={() => undefined}
      onRunning={() => undefined}
    />,
  );
  const [picture, film] = screen.getAllByRole("listitem");
  expect(picture).toHaveTextContent(/plate\.png.*1\.5 MB.*Uploaded/);
  expect(picture?.querySelector("img")).toHaveAttribute("src", thumbnail);
  expect(film).toHaveTextContent(/hum\.mp4.*Uploaded/);
  expect(film?.querySelector("img")).toBeNull();
  expect(screen.queryByText("Sent")).not.toBeInTheDocument();
});
