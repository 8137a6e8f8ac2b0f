import { act, fireEvent, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import type { ApolloClient } from "@apollo/client";
import { ApolloProvider } from "@apollo/client/react";
import { axe } from "jest-axe";
import { renderToString } from "react-dom/server";
import { IntlProvider } from "react-intl";
import { MemoryRouter } from "react-router";
import type { EditorAreaViewFragment, EditorNodeViewFragment } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { texts } from "../../../test/texts";
import { EditorTree } from "./EditorTree";

const rowHeight = 40;

beforeEach(() => {
  // jsdom has no layout.
  jest.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(400);
  jest.spyOn(HTMLElement.prototype, "offsetHeight", "get").mockReturnValue(rowHeight);
});

const node = (change: Partial<EditorNodeViewFragment> & { id: string }): EditorNodeViewFragment => ({
  parentId: null,
  kind: "PAGE",
  group: "UNLISTED",
  title: change.id,
  path: `/${change.id}`,
  target: null,
  marks: [],
  countries: [],
  changedAt: null,
  childCount: 0,
  documentId: null,
  ...change,
});

const group = (childCount: number) => node({ id: "UNLISTED", kind: "GROUP", title: null, path: null, childCount });

const pages = (from: number, to: number, change: Partial<EditorNodeViewFragment> = {}) =>
  Array.from({ length: to - from }, (_, i) => node({ id: `page-${from + i}`, parentId: "UNLISTED", ...change }));

const areaOf = (tree: EditorNodeViewFragment[], selected: string | null) =>
  ({
    site: { id: "main" },
    locale: { code: "en" },
    node: selected === null ? null : { id: selected },
    tree,
  }) as unknown as EditorAreaViewFragment;

function renderTree(tree: EditorNodeViewFragment[], selected: string | null = null) {
  const sent: SentOperation[] = [];
  const area = areaOf(tree, selected);
  const rendered = renderWithGraph(
    <GraphProvider>
      <EditorTree area={area} />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
  );
  const answer = (operation: SentOperation | undefined, nodes: EditorNodeViewFragment[]) =>
    act(async () => {
      operation?.next({
        editorNodes: {
          __typename: "EditorNodeConnection",
          edges: nodes.map((one) => ({ __typename: "EditorNodeEdge", node: one })),
          pageInfo: { __typename: "PageInfo", hasNextPage: false, endCursor: null },
        },
      });
      operation?.complete();
      await Promise.resolve();
    });
  return { ...rendered, sent, answer };
}

const items = () => screen.getAllByRole("treeitem");
const item = (name: string) => screen.getByRole("treeitem", { name });

test("renders only rows near the viewport, the selected one and the one that the Tab key reaches", async () => {
  const { container } = renderTree([group(400), ...pages(0, 400)], "page-120");
  const rendered = () => items().map((one) => one.getAttribute("data-row"));
  expect(rendered()).toEqual(expect.arrayContaining(["UNLISTED", "page-0", "page-9", "page-120"]));
  expect(rendered().length).toBeLessThan(60);
  expect(item("page-120")).toHaveAttribute("tabindex", "0");
  expect(item("page-120")).toHaveAttribute("aria-selected", "true");
  expect(item("page-120")).toHaveAttribute("aria-posinset", "121");
  expect(item("page-120")).toHaveAttribute("aria-setsize", "400");
  expect(await axe(container)).toHaveNoViolations();

  container.scrollTop = 300 * rowHeight;
  fireEvent.scroll(container);
  expect(rendered()).toEqual(expect.arrayContaining(["page-330", "page-120"]));
  expect(rendered()).not.toContain("page-9");
  expect(rendered().length).toBeLessThan(60);
});

test("has all rows in the document of the server", () => {
  const client = { query: () => Promise.resolve({}) };
  const markup = renderToString(
    <IntlProvider locale="en" messages={texts}>
      <ApolloProvider client={client as unknown as ApolloClient}>
        <MemoryRouter>
          <EditorTree area={areaOf([group(400), ...pages(0, 400)], "page-120")} />
        </MemoryRouter>
      </ApolloProvider>
    </IntlProvider>,
  );
  expect(markup.match(/role="treeitem"/g)).toHaveLength(401);
  expect(markup).toContain('href="/?page=%2Fpage-399"');
  expect(markup).not.toContain("style=");
});

test("keeps the focus of the last of several quick keys", async () => {
  jest.useFakeTimers();
  try {
    renderTree([group(3), ...pages(0, 3)]);
    act(() => item("page-0").focus());
    const press = (code: string) => {
      const target = document.activeElement ?? document.body;
      fireEvent.keyDown(target, { key: code, code });
      fireEvent.keyUp(target, { key: code, code });
    };
    press("ArrowLeft");
    act(() => jest.advanceTimersByTime(10));
    press("End");
    for (let i = 0; i < 50; i++) {
      await act(() => jest.advanceTimersByTimeAsync(1));
      expect(item("page-2")).toHaveFocus();
    }
  } finally {
    jest.useRealTimers();
  }
});

test("moves the focus by keyboard to rows that are not rendered yet", async () => {
  const user = userEvent.setup();
  renderTree([group(400), ...pages(0, 400)]);
  act(() => item("page-3").focus());
  await user.keyboard("{End}");
  expect(item("page-399")).toHaveFocus();
  await user.keyboard("{ArrowUp}");
  expect(item("page-398")).toHaveFocus();
  await user.keyboard("{Home}");
  expect(items()[0]).toHaveFocus();
  // The keys belong to one text, however long a busy machine takes.
  const time = jest.spyOn(Event.prototype, "timeStamp", "get").mockReturnValue(1);
  await user.keyboard("page-25");
  expect(item("page-25")).toHaveFocus();
  await user.keyboard("0");
  expect(item("page-250")).toHaveFocus();
  time.mockRestore();
});

test("moves the focus from the row that loads more to the first loaded row", async () => {
  const user = userEvent.setup();
  const { sent, answer } = renderTree([group(110), ...pages(0, 100)]);
  act(() => item("page-3").focus());
  await user.keyboard("{End}");
  await user.click(item("Show 10 more"));
  await waitFor(() => expect(sent).toHaveLength(1));
  await answer(sent[0], pages(100, 110));
  expect(await screen.findByRole("treeitem", { name: "page-100" })).toHaveFocus();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

test("keeps the focus on a row above which others are loaded", async () => {
  const user = userEvent.setup();
  const { sent, answer } = renderTree([
    group(60),
    node({ id: "page-0", parentId: "UNLISTED", childCount: 3 }),
    ...pages(1, 60),
  ]);
  await user.click(item("page-0").querySelector("[aria-hidden]") as Element);
  act(() => item("page-17").focus());
  await waitFor(() => expect(sent).toHaveLength(1));
  await answer(sent[0], pages(70, 73, { parentId: "page-0" }));
  expect(item("page-72")).toBeInTheDocument();
  expect(item("page-17")).toHaveFocus();
});

test("expands all siblings, loading a few at a time", async () => {
  const user = userEvent.setup();
  const { sent, answer } = renderTree([group(10), ...pages(0, 10, { childCount: 1 })]);
  act(() => item("page-0").focus());
  await user.keyboard("*");
  expect(items().filter((one) => one.getAttribute("aria-expanded") === "true")).toHaveLength(11);
  await waitFor(() => expect(sent).toHaveLength(4));
  for (let i = 0; i < 10; i++) {
    await waitFor(() => expect(sent.length).toBeGreaterThan(i));
    expect(sent.length - i).toBeLessThanOrEqual(4);
    await answer(sent[i], [node({ id: `below-${i}`, parentId: `page-${i}` })]);
  }
  expect(sent.map(({ variables }) => variables.parent)).toEqual(pages(0, 10).map(({ id }) => id));
  expect(await screen.findByRole("treeitem", { name: "below-9" })).toHaveAttribute("aria-level", "3");
  expect(items()).toHaveLength(21);
});
