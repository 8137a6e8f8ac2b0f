import { isOutdated, reloadOnce } from "./releases";

const fetched = jest.spyOn(globalThis, "fetch");

beforeEach(() => {
  window.sessionStorage.clear();
  jest.spyOn(console, "warn").mockImplementation(() => {});
});

test.each([
  ["the same release", new Response('{"id":"a"}'), false],
  ["another release", new Response('{"id":"b"}'), true],
  ["nothing readable", new Response("<html>"), false],
  ["an error", new Response("{}", { status: 503 }), false],
])("%s", async (_, response, outdated) => {
  fetched.mockResolvedValueOnce(response);
  expect(await isOutdated("a")).toBe(outdated);
  expect(fetched).toHaveBeenLastCalledWith(expect.stringMatching(/^\/builds\/latest\.json\?t=\d+$/), expect.anything());
});

test("a page loads itself anew once within ten seconds", () => {
  jest.useFakeTimers();
  const reload = jest.fn();
  expect(reloadOnce(reload, window.sessionStorage)).toBe(true);
  jest.advanceTimersByTime(9_999);
  expect(reloadOnce(reload, window.sessionStorage)).toBe(false);
  jest.advanceTimersByTime(1);
  expect(reloadOnce(reload, window.sessionStorage)).toBe(true);
  expect(reload).toHaveBeenCalledTimes(2);
  jest.useRealTimers();
});
