import { subscribeWithPolling, type PolledStream } from "./subscribeWithPolling";

type Events = Parameters<PolledStream<string>["openStream"]>[0];

/** A source whose streams the test controls, and whose polls return `seen`. */
function makeSource() {
  const streams: { events: Events; isClosed: boolean }[] = [];
  const changes: string[] = [];
  const source = {
    openStream: (events: Events) => {
      const stream = { events, isClosed: false };
      streams.push(stream);
      return () => void (stream.isClosed = true);
    },
    poll: jest.fn(() => Promise.resolve<string | undefined>("seen")),
    onChange: (value: string) => changes.push(value),
  };
  return { source, streams, changes, stream: () => streams.at(-1)?.events as Events };
}

const pass = (seconds: number) => jest.advanceTimersByTimeAsync(seconds * 1000);

beforeEach(() => jest.useFakeTimers());
afterEach(() => jest.useRealTimers());

test("passes on values of the stream and does not poll", async () => {
  const { source, stream, changes, streams } = makeSource();
  const end = subscribeWithPolling(source, false);
  stream().onNext("one");
  await pass(60);
  stream().onNext("two");
  expect(changes).toEqual(["one", "two"]);
  expect(source.poll).not.toHaveBeenCalled();
  end();
  expect(streams).toMatchObject([{ isClosed: true }]);
  stream().onNext("three");
  expect(changes).toHaveLength(2);
});

test("reopens a stream that ends with the token", async () => {
  const { source, stream, streams } = makeSource();
  subscribeWithPolling(source, false);
  stream().onNext("one");
  stream().onEnd();
  await pass(1);
  expect(streams).toMatchObject([{ isClosed: true }, { isClosed: false }]);
  expect(source.poll).not.toHaveBeenCalled();
});

test.each([
  ["fails", (events: Events) => events.onFailed()],
  ["ends without an event", (events: Events) => events.onEnd()],
  ["is buffered by a proxy", () => undefined],
])("polls every 20 seconds and retries the stream later when a stream %s", async (_, play) => {
  const { source, stream, streams, changes } = makeSource();
  subscribeWithPolling(source, false);
  play(stream());
  await pass(10);
  expect(source.poll).toHaveBeenCalledTimes(1);
  expect(changes).toEqual(["seen"]);
  expect(streams).toMatchObject([{ isClosed: true }]);
  await pass(20);
  expect(source.poll).toHaveBeenCalledTimes(2);
  while (streams.length < 2) await pass(1);
  stream().onNext("live");
  const pollCount = source.poll.mock.calls.length;
  await pass(60);
  expect(source.poll).toHaveBeenCalledTimes(pollCount);
  expect(changes.at(-1)).toBe("live");
});

test("changes nothing when a poll fails or returns nothing", async () => {
  jest.spyOn(console, "warn").mockImplementation(() => undefined);
  const { source, stream, changes } = makeSource();
  source.poll.mockRejectedValueOnce(new Error("offline")).mockResolvedValueOnce(undefined);
  subscribeWithPolling(source, false);
  stream().onFailed();
  await pass(25);
  expect(source.poll).toHaveBeenCalledTimes(2);
  expect(changes).toEqual([]);
});

test("polls immediately when the page becomes visible again", async () => {
  const { source, changes } = makeSource();
  subscribeWithPolling(source, true);
  await pass(0);
  expect(changes).toEqual(["seen"]);
});

test("ignores a poll that is answered after the end", async () => {
  const { source, changes } = makeSource();
  subscribeWithPolling(source, true)();
  await pass(0);
  expect(changes).toEqual([]);
});
