import type { Resolution } from "../screenModule";
import { redirectTarget } from "./redirectTarget";

const hashLocations = [
  { hash: "service", location: "/en/services" },
  { hash: "über uns", location: "/en/about#team" },
];
const redirect: Resolution = {
  __typename: "RedirectResolution",
  status: 301,
  location: "/en/new?from=old",
  hashLocations,
};
const notFound = { __typename: "NotFoundResolution", message: "Not found", hashLocations } as unknown as Resolution;

test.each([
  ["no hash", redirect, "", "/en/new?from=old"],
  ["a hash that the redirect keeps", redirect, "#facts", "/en/new?from=old#facts"],
  ["a target with its own hash", { ...redirect, location: "/en/new#top" }, "#facts", "/en/new#top"],
  ["a hash with its own redirect", redirect, "#service", "/en/services"],
  ["an escaped hash", redirect, "#%C3%BCber%20uns", "/en/about#team"],
  ["a decomposed hash", redirect, "#u%CC%88ber%20uns", "/en/about#team"],
  ["a broken escape", redirect, "#100%", "/en/new?from=old#100%"],
  ["another letter case", redirect, "#Service", "/en/new?from=old#Service"],
  ["no page, and a hash with its own redirect", notFound, "#service", "/en/services"],
  ["no page, and another hash", notFound, "#facts", undefined],
  ["a page", { __typename: "PageResolution" } as Resolution, "#service", undefined],
])("%s", (_, resolution, hash, target) => {
  expect(redirectTarget(resolution, hash)).toBe(target);
});
