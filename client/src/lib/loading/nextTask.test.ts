import { nextTask } from "./nextTask";

const scope = globalThis as { scheduler?: { yield?: () => Promise<void> } };
afterEach(() => {
  delete scope.scheduler;
});

test("uses a timer without scheduler.yield", async () => {
  const order: string[] = [];
  setTimeout(() => order.push("another task"));
  void Promise.resolve().then(() => order.push("same task"));
  await nextTask();
  expect(order).toEqual(["same task", "another task"]);
});

test("uses scheduler.yield if the browser has it", async () => {
  const yieldToBrowser = jest.fn(() => Promise.resolve());
  scope.scheduler = { yield: yieldToBrowser };
  await nextTask();
  expect(yieldToBrowser).toHaveBeenCalledTimes(1);
});
