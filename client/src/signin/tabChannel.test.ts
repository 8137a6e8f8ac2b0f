import { openTabChannel } from "./tabChannel";

test("runs work in sequence without locks, whatever the results", async () => {
  const { locks } = navigator;
  Object.defineProperty(navigator, "locks", { value: undefined, configurable: true });
  const { withLock } = openTabChannel("test");
  Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
  const order: string[] = [];
  const work = (name: string, fails = false) =>
    withLock(async () => {
      order.push(`${name} begins`);
      await Promise.resolve();
      order.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    });
  const [one, two] = [work("one", true), work("two")];
  await expect(one).rejects.toThrow("one");
  expect(await two).toBe("two");
  expect(order).toEqual(["one begins", "one ends", "two begins", "two ends"]);
});

test("works without channels, without sharing", () => {
  const Channel = globalThis.BroadcastChannel;
  Reflect.deleteProperty(globalThis, "BroadcastChannel");
  const tabs = openTabChannel("test");
  globalThis.BroadcastChannel = Channel;
  tabs.subscribe(() => {});
  expect(() => tabs.post("signedOut")).not.toThrow();
});
