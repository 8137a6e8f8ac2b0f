import { readFileSync, writeFileSync } from "node:fs";
import js2xliff from "xliff/js2xliff";
import xliff2js from "xliff/xliff2js";

const folder = "domain/translation/testdata";

const texts = {
  title: "Cut & <strip>",
  "modules.0.content": '## Origins\n\nSee [the history](page:main-history) and "more".',
  "modules.1.items.0.label": "日本 ± 0.02 mm",
};

// The server's translation files are read and written by a third-party library. In the tests of domain/translation,
// `sent.xlf` is the server's output, and `returned.xlf` its input.
it("exchanges translation files with the server", async () => {
  const file = await xliff2js(readFileSync(`${folder}/sent.xlf`, "utf8"));
  expect(file).toMatchObject({ sourceLanguage: "en", targetLanguage: "fr" });
  const units = file.resources["main-about"] ?? {};
  expect(Object.fromEntries(Object.entries(units).map(([id, unit]) => [id, unit.source]))).toEqual(texts);

  for (const unit of Object.values(units)) {
    unit.target = `[fr] ${unit.source}`;
  }
  const returned = await js2xliff(file);
  if (process.env.UPDATE_XLIFF) {
    writeFileSync(`${folder}/returned.xlf`, returned);
  }
  expect(readFileSync(`${folder}/returned.xlf`, "utf8")).toBe(returned);
});
