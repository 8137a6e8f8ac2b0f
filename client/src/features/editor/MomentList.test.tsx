import { act, screen, waitFor } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import type { EditorAreaViewFragment } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { MomentButton } from "./MomentList";

const area = { site: { id: "main" }, locale: { code: "en" }, moment: null } as EditorAreaViewFragment;

let sent: SentOperation[];
beforeEach(() => (sent = []));

const show = () =>
  renderWithGraph(
    <GraphProvider>
      <MomentButton area={area} />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
    { url: "/en/editor?stage=DRAFT" },
  );

async function open(moments: object[]) {
  expect(sent).toEqual([]);
  await userEvent.click(screen.getByRole("button", { name: "Coming changes" }));
  await waitFor(() => expect(sent).toHaveLength(1));
  await act(async () => {
    sent[0]?.next({ editorMoments: moments });
    sent[0]?.complete();
    await Promise.resolve();
  });
}

test("lists the coming moments; a choice previews the first full minute after the change", async () => {
  show();
  await open([
    { __typename: "EditorMoment", at: "2026-12-01T08:00:30Z", kind: "STORY_PUBLISHED", title: "Wire", documentId: "s" },
    { __typename: "EditorMoment", at: "2026-12-24T00:00:00Z", kind: "EVENT_OVER", title: "Fair", documentId: "e" },
  ]);
  expect(sent[0]?.variables).toEqual({ site: "main", locale: "en" });
  expect(await axe(screen.getByRole("dialog"))).toHaveNoViolations();
  expect(screen.getByRole("link", { name: /Fair Event is over$/ })).toHaveAttribute(
    "href",
    "/en/editor?stage=DRAFT&moment=2026-12-24T00%3A00",
  );
  const story = screen.getByRole("link", { name: /Wire Story is published$/ });
  expect(story).toHaveAttribute("href", "/en/editor?stage=DRAFT&moment=2026-12-01T08%3A01");
  await userEvent.click(story);
  expect(screen.queryByRole("dialog")).not.toBeInTheDocument();
});

test("says that nothing is scheduled", async () => {
  show();
  await open([]);
  expect(screen.getByText("No publication or event is scheduled.")).toBeInTheDocument();
});
