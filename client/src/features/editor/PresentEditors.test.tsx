import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { GraphProvider } from "~/graph/GraphProvider";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { PresentEditors } from "./PresentEditors";
import { useEditorPresence } from "./useEditorPresence";

let sent: SentOperation[];
beforeEach(() => {
  sent = [];
  localStorage.clear();
});

function Presence() {
  const { others, name, setName } = useEditorPresence("main", "/products");
  const onSamePage = others.filter(({ page }) => page === "/products");
  return <PresentEditors others={others} onSamePage={onSamePage} name={name} onRename={setName} />;
}

const show = () =>
  renderWithGraph(
    <GraphProvider>
      <Presence />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
    { url: "/en/editor?stage=DRAFT" },
  );

/** Answers the latest mark, and returns its input. */
async function answer(others: { name: string | null; page: string }[]) {
  await waitFor(() => expect(sent.at(-1)).toMatchObject({ name: "MarkEditorPresence", isOver: false }));
  await act(async () => {
    sent.at(-1)?.next({
      markEditorPresence: {
        __typename: "EditorPresencePayload",
        others: others.map((other) => ({
          __typename: "EditorPresence",
          site: { __typename: "Site", id: "main", name: "Komax" },
          ...other,
        })),
      },
    });
    sent.at(-1)?.complete();
    await Promise.resolve();
  });
  return (sent.at(-1)?.variables as { input: object }).input;
}

test("lists the other editors with the pages that they have open", async () => {
  show();
  expect(
    await answer([
      { name: "Anna", page: "/products" },
      { name: null, page: "/about" },
    ]),
  ).toEqual({
    tab: expect.stringMatching(/^[\w-]{8,64}$/) as string,
    name: null,
    site: "main",
    page: "/products",
  });
  expect(screen.getByRole("status")).toHaveTextContent("Also on this page: Anna");
  await userEvent.click(screen.getByRole("button", { name: "2 other editors" }));
  expect(await axe(screen.getByRole("dialog", { name: "Other editors" }))).toHaveNoViolations();
  const anna = screen.getByRole("link", { name: "Anna Komax /products" });
  expect(anna).toHaveAttribute("href", "/en/editor?stage=DRAFT&site=main&page=%2Fproducts");
  expect(screen.getByRole("link", { name: "Editor without a name Komax /about" })).toBeInTheDocument();
  await userEvent.click(anna);
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test("keeps the editor's name in the browser and shows it to the others", async () => {
  const { unmount } = show();
  await answer([]);
  await userEvent.click(screen.getByRole("button", { name: "No other editors" }));
  expect(screen.getByText("No other editor has the editor area open.")).toBeInTheDocument();
  await userEvent.type(screen.getByRole("textbox", { name: /^Your name/ }), " Ben {Enter}");
  expect(await answer([])).toMatchObject({ name: "Ben" });
  unmount();
  show();
  expect(await answer([])).toMatchObject({ name: "Ben" });
});

test("shows no editors when they cannot be read", async () => {
  const warn = jest.spyOn(console, "warn").mockImplementation();
  show();
  await answer([{ name: "Anna", page: "/about" }]);
  await userEvent.click(screen.getByRole("button", { name: "1 other editor" }));
  await userEvent.type(screen.getByRole("textbox", { name: /^Your name/ }), "Ben{Enter}");
  await waitFor(() => expect(sent).toHaveLength(2));
  await act(async () => {
    sent[1]?.fail(new Error("offline"));
    await Promise.resolve();
  });
  expect(screen.getByRole("button", { name: "No other editors" })).toBeInTheDocument();
  expect(warn).toHaveBeenCalled();
});
