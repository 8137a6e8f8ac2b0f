import operations from "~/graph/generated/persisted-documents.json";

const requestedPresets = Object.values(operations).join("\n");

test.each([
  "INLINE",
  "BREAK_OUT",
  "STRETCHED",
  "CAPABILITY_LIST",
  "GALLERY_THUMBNAIL",
  "LIGHTBOX_THUMBNAIL",
  "MARKETING_LOGO",
  "VIDEO_THUMBNAIL",
])("uses the picture preset %s", (preset) => {
  expect(requestedPresets).toMatch(new RegExp(`source\\(preset: ${preset}\\b`));
});
