// Rules: CONST-10.

import { screen } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { renderUi } from "../../../test/renderUi";
import { useCookie } from "./useCookie";

function Light({ name }: { name: string }) {
  const [value, set] = useCookie(name);
  return <button onClick={() => set(value ? undefined : "on")}>{`${name} is ${value ?? "off"}`}</button>;
}

test("shares a cookie between all its users, and not with cookies that have a longer name", async () => {
  document.cookie = "light-house=on";
  renderUi(
    <>
      <Light name="light" />
      <p>
        <Light name="light" />
      </p>
    </>,
  );
  const [first] = screen.getAllByRole("button", { name: "light is off" });
  await userEvent.click(first as HTMLElement);
  expect(screen.getAllByRole("button", { name: "light is on" })).toHaveLength(2);
  expect(document.cookie).toContain("light=on");
  await userEvent.click(screen.getAllByRole("button", { name: "light is on" })[1] as HTMLElement);
  expect(screen.getAllByRole("button", { name: "light is off" })).toHaveLength(2);
  expect(document.cookie).toBe("light-house=on");
});

test("keeps a cookie for 400 days, with SameSite=Lax", async () => {
  const written = jest.spyOn(Document.prototype, "cookie", "set");
  renderUi(<Light name="lamp" />);
  await userEvent.click(screen.getByRole("button", { name: "lamp is off" }));
  expect(written).toHaveBeenCalledWith(`lamp=on; path=/; max-age=${400 * 24 * 60 * 60}; samesite=lax`);
  written.mockRestore();
});
