/** @jest-environment node */

import { anonymousAccount } from "~/lib/account/account";
import { makeClient } from "./client";

test("can be created on the server, where parts of pages provide it", () => {
  expect(makeClient(anonymousAccount).extract()).toEqual({});
});
