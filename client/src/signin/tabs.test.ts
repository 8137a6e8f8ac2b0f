import { openTabs } from "./tabs";

test("runs work in sequence without locks, whatever the results", async () => {
  const { locks } = navigator;
  Object.defineProperty(navigator, "locks", { value: undefined, configurable: true });
  const { alone } = openTabs("test");
  Object.defineProperty(navigator, "locks", { value: locks, configurable: true });
  const order: string[] = [];
  const work = (name: string, fails = false) =>
    alone(async () => {
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
  const tabs = openTabs("test");
  globalThis.BroadcastChannel = Channel;
  tabs.hear(() => {});
  expect(() => tabs.tell("signedOut")).not.toThrow();
});
