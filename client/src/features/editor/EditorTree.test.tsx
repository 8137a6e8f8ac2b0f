import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import type { EditorAreaViewFragment, EditorNodeViewFragment } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { EditorTree } from "./EditorTree";
import { blockSize } from "./useBlocks";

/** Sets which blocks of the tree are near the viewport: jsdom has no IntersectionObserver. */
let show: (isNear: (block: number) => boolean) => void;

beforeEach(() => {
  const observed = new Set<HTMLElement>();
  window.IntersectionObserver = class {
    constructor(callback: IntersectionObserverCallback) {
      show = (isNear) =>
        act(() =>
          callback(
            [...observed].map(
              (target) =>
                ({
                  target,
                  isIntersecting: isNear(Number(target.dataset.block)),
                  boundingClientRect: { height: 40 * Number(target.dataset.rows) },
                }) as unknown as IntersectionObserverEntry,
            ),
            this as unknown as IntersectionObserver,
          ),
        );
    }
    observe = (target: HTMLElement) => void observed.add(target);
    unobserve = (target: HTMLElement) => void observed.delete(target);
  } as unknown as typeof IntersectionObserver;
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

function renderTree(tree: EditorNodeViewFragment[], selected: string | null = null) {
  const sent: SentOperation[] = [];
  const area = {
    site: { id: "main" },
    locale: { code: "en" },
    node: selected === null ? null : { id: selected },
    tree,
  } as unknown as EditorAreaViewFragment;
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

test("renders only rows near the viewport and the row of the Tab key; the other blocks keep their height", async () => {
  const { container } = renderTree([group(400), ...pages(0, 400)], "page-120");
  // The server renders all rows.
  expect(items()).toHaveLength(401);
  show((block) => block === 0);
  expect(items().map((one) => one.getAttribute("data-row"))).toEqual([
    "UNLISTED",
    ...pages(0, blockSize - 1).map(({ id }) => id),
    // The block of the selected row.
    ...pages(2 * blockSize - 1, 3 * blockSize - 1).map(({ id }) => id),
  ]);
  expect(item("page-120")).toHaveAttribute("tabindex", "0");
  expect(item("page-120")).toHaveAttribute("aria-posinset", "121");
  expect(item("page-120")).toHaveAttribute("aria-setsize", "400");
  const left = container.querySelector<HTMLElement>('[data-block="5"]');
  expect(left).toBeEmptyDOMElement();
  expect(left?.style.blockSize).toBe(`${40 * blockSize}px`);
  expect(await axe(container)).toHaveNoViolations();
});

test("moves the focus by keyboard to rows that are not rendered yet", async () => {
  const user = userEvent.setup();
  renderTree([group(400), ...pages(0, 400)]);
  show((block) => block === 0);
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
  show(() => true);
  await user.click(item("Show 10 more"));
  await waitFor(() => expect(sent).toHaveLength(1));
  await answer(sent[0], pages(100, 110));
  expect(await screen.findByRole("treeitem", { name: "page-100" })).toHaveFocus();
  expect(screen.queryByRole("button")).not.toBeInTheDocument();
});

test("keeps the focus on a row that moves to another block", async () => {
  const user = userEvent.setup();
  const { sent, answer } = renderTree([
    group(60),
    node({ id: "page-0", parentId: "UNLISTED", childCount: 3 }),
    ...pages(1, 60),
  ]);
  await user.click(item("page-0").querySelector("[aria-hidden]") as Element);
  act(() => item("page-47").focus());
  await waitFor(() => expect(sent).toHaveLength(1));
  await answer(sent[0], pages(70, 73, { parentId: "page-0" }));
  expect(item("page-72")).toBeInTheDocument();
  expect(item("page-47").closest("[data-block]")).toHaveAttribute("data-block", "1");
  expect(item("page-47")).toHaveFocus();
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
