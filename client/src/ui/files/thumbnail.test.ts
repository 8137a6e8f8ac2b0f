import { thumbnailOf } from "./thumbnail";

const picture = new File(["x"], "hum.png", { type: "image/png" });
const close = jest.fn();
const encode = jest.spyOn(HTMLCanvasElement.prototype, "toDataURL");

/** Makes the browser decode every picture to this width. */
function decodeTo(width: number) {
  globalThis.createImageBitmap = () => Promise.resolve({ width, height: 96, close } as unknown as ImageBitmap);
}

beforeEach(() => {
  jest.spyOn(HTMLCanvasElement.prototype, "getContext").mockReturnValue(null);
  encode.mockReset().mockReturnValue("data:image/webp;base64,AA==");
  decodeTo(128);
});

test("makes a thumbnail with transparency", async () => {
  expect(await thumbnailOf(picture)).toBe("data:image/webp;base64,AA==");
  expect(encode).toHaveBeenCalledWith("image/webp", expect.any(Number));
});

test.each([
  ["no picture", () => new File(["x"], "hum.mp4", { type: "video/mp4" })],
  [
    "a file that cannot be decoded",
    () => ((globalThis.createImageBitmap = () => Promise.reject(new Error())), picture),
  ],
  ["a very wide picture", () => (decodeTo(10_000), picture)],
  ["a canvas that cannot be encoded", () => (encode.mockReturnValue("data:,"), picture)],
])("makes none of %s", async (_, file) => {
  expect(await thumbnailOf(file())).toBeUndefined();
});
