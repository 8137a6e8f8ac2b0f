import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { useState } from "react";
import type { EditorAreaViewFragment, EditorNodeViewFragment } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { EditorTree } from "./EditorTree";
import { TreeVersion } from "./treeVersion";

const node = (about: Partial<EditorNodeViewFragment>): EditorNodeViewFragment => ({
  id: "group",
  parentId: null,
  kind: "PAGE",
  group: "NAVIGATION",
  title: null,
  path: null,
  target: null,
  marks: [],
  countries: [],
  changedAt: null,
  childCount: 0,
  documentId: null,
  ...about,
});

const area = {
  site: { id: "main" },
  locale: { code: "en" },
  node: null,
  tree: [
    node({ id: "group", kind: "GROUP", childCount: 1 }),
    node({ id: "about", parentId: "group", title: "About", path: "/about", childCount: 2 }),
  ],
} as unknown as EditorAreaViewFragment;

const children = (marks: EditorNodeViewFragment["marks"]) => ({
  editorNodes: {
    __typename: "EditorNodeConnection",
    edges: ["Team", "History"].map((title) => ({
      __typename: "EditorNodeEdge",
      node: node({
        id: title,
        parentId: "about",
        title,
        path: `/about/${title.toLowerCase()}`,
        marks: title === "Team" ? marks : [],
      }),
    })),
    pageInfo: { __typename: "PageInfo", hasNextPage: false, endCursor: "2" },
  },
});

/** The tree, with a button that simulates a finished content report. */
function Tree() {
  const [version, setVersion] = useState(0);
  return (
    <GraphProvider>
      <button onClick={() => setVersion(version + 1)}>Finish</button>
      <TreeVersion value={version}>
        <EditorTree area={area} />
      </TreeVersion>
    </GraphProvider>
  );
}

beforeEach(() => {
  // jsdom has no layout: without a height, the tree renders no rows.
  jest.spyOn(Element.prototype, "clientHeight", "get").mockReturnValue(400);
});

test("reloads the marks of loaded entries when the tree version changes", async () => {
  const sent: SentOperation[] = [];
  renderWithGraph(<Tree />, (client) => client.setLink(recordingLink(sent)));
  /** Answers the latest open query. */
  const answer = async (data: object) => {
    await waitFor(() => expect(sent.some(({ isOver }) => !isOver)).toBe(true));
    const query = sent.findLast(({ isOver }) => !isOver);
    await act(async () => {
      query?.next(data);
      query?.complete();
      await Promise.resolve();
    });
    return query?.variables;
  };
  const team = () => screen.findByRole("treeitem", { name: /^Team/ });
  act(() => screen.getByRole("treeitem", { name: "About" }).focus());
  await userEvent.keyboard("{ArrowRight}");
  await answer(children([]));
  expect(await team()).toHaveTextContent(/^Team$/);

  await userEvent.click(screen.getByRole("button", { name: "Finish" }));
  expect(await answer(children(["CONTENT_ERROR"]))).toEqual({ site: "main", locale: "en", parent: "about" });
  await waitFor(async () => expect(await team()).toHaveTextContent(/^TeamHas findings$/));

  await userEvent.click(screen.getByRole("button", { name: "Finish" }));
  await answer(children([]));
  await waitFor(async () => expect(await team()).toHaveTextContent(/^Team$/));
});
