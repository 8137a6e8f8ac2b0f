// Rules: SEC-28.

import { act, renderHook } from "@testing-library/react";
import type { ReactNode } from "react";
import { AccountProvider } from "~/lib/account/account";
import { accountOf } from "../../../test/account";
import { signedInState } from "../../../test/graph";
import { useFileAccess } from "./useFileAccess";

const minute = 60_000;
let requests: { input: unknown; init: RequestInit | undefined }[];
let status: number;

beforeEach(() => {
  jest.useFakeTimers();
  requests = [];
  status = 204;
  window.fetch = (input, init) => {
    requests.push({ input, init });
    return Promise.resolve(new Response(null, { status }));
  };
});

afterEach(() => jest.useRealTimers());

const { account } = accountOf(signedInState("user-1"));
const wrapper = ({ children }: { children: ReactNode }) => (
  <AccountProvider value={account}>{children}</AccountProvider>
);
const pass = (time: number) => act(() => jest.advanceTimersByTimeAsync(time));

test("renews file access before it expires as long as a page is open", async () => {
  jest.spyOn(console, "warn").mockImplementation();
  const { unmount } = renderHook(useFileAccess, { wrapper });
  await pass(4 * minute);
  expect(requests).toHaveLength(0);
  await pass(2 * minute);
  expect(requests).toHaveLength(1);
  const [first] = requests;
  expect(first?.input).toBe("/api/file-access");
  expect(first?.init?.method).toBe("POST");
  expect(new Headers(first?.init?.headers).get("authorization")).toBe(`Bearer ${String(await account.idToken())}`);
  await pass(5 * minute);
  expect(requests).toHaveLength(2);

  // A failed renewal is retried soon, not after half of the lifetime.
  status = 503;
  await pass(5 * minute);
  const failed = requests.length;
  expect(failed).toBeGreaterThan(2);
  status = 204;
  await pass(minute);
  expect(requests.length).toBeGreaterThan(failed);

  // Another page continues the renewal; a page that was left does nothing.
  unmount();
  const left = requests.length;
  await pass(20 * minute);
  expect(requests).toHaveLength(left);
  renderHook(useFileAccess, { wrapper });
  await pass(0);
  expect(requests).toHaveLength(left + 1);

  // After sleep, the page becomes visible before a timer fires.
  jest.setSystemTime(Date.now() + 20 * minute);
  act(() => void document.dispatchEvent(new Event("visibilitychange")));
  await pass(0);
  expect(requests).toHaveLength(left + 2);
});
