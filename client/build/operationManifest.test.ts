import { createHash } from "node:crypto";
import operations from "~/graph/generated/persisted-documents.json";
import { operationManifest } from "./operationManifest";

test("has every operation of the client by the hash of its text", () => {
  const manifest = operationManifest(operations);
  expect(manifest).toMatchObject({ format: "apollo-persisted-query-manifest", version: 1 });
  expect(manifest.operations).toHaveLength(Object.keys(operations).length);
  for (const { id, body } of manifest.operations) expect(createHash("sha256").update(body).digest("hex")).toBe(id);
  expect(new Set(manifest.operations.map(({ name }) => name)).size).toBe(manifest.operations.length);
  expect(new Set(manifest.operations.map(({ type }) => type))).toEqual(new Set(["query", "mutation", "subscription"]));
});

test("refuses a document that a router cannot name", () => {
  expect(() => operationManifest({ "sha256:1": "{ a }" })).toThrow("sha256:1: one named operation is needed");
  expect(() => operationManifest({ "sha256:2": "query A { a } query B { b }" })).toThrow("one named operation");
});
