import { readFileSync } from "node:fs";
import { gzipSync } from "node:zlib";
import { drawWorldMap } from "./worldMap";

test("the map of the client is the one that is drawn, and small", () => {
  const drawn = drawWorldMap();
  for (const [name, text] of Object.entries(drawn)) {
    const file = readFileSync(`client/src/features/locations/map/${name}`, "utf8");
    expect(file === text ? "the same" : "run: node client/build/worldMap.ts").toBe("the same");
  }
  expect(gzipSync(drawn["world.svg"]).byteLength).toBeLessThan(40_000);
});
