// Rules: SOFT-2.

import { act, screen, waitFor, within } from "@testing-library/react";
import userEvent from "@testing-library/user-event";
import { axe } from "jest-axe";
import { useState } from "react";
import type { SoftwareVersionViewFragment } from "~/graph/generated/graphql";
import { GraphProvider } from "~/graph/GraphProvider";
import { recordingLink, renderWithGraph, type SentOperation } from "../../../test/graph";
import { SoftwareVersions } from "./SoftwareVersions";

const version = (change: Partial<SoftwareVersionViewFragment>): SoftwareVersionViewFragment => ({
  __typename: "SoftwareVersion",
  id: "c-2.0",
  version: "2.0",
  releasedOn: "2026-05-01",
  languages: ["en", "de"],
  fileName: "c-2.0.zip",
  size: 7000,
  sha256: "ab12",
  releaseNotes: {
    __typename: "LocalizedText",
    language: "en",
    text: "First release.\nFor all machines.\n- Faster\n- Corrected: labels\n\nThanks.",
  },
  licenceText: { __typename: "LocalizedText", language: "en", text: "You may install it." },
  isLicenceAccepted: false,
  isNewer: true,
  isInstalled: false,
  olderOnMachines: 3,
  downloadUrl: null,
  ...change,
});

const show = (isOfMachine: boolean, versions: SoftwareVersionViewFragment[], sent: SentOperation[] = []) =>
  renderWithGraph(
    <GraphProvider>
      <SoftwareVersions
        package={{ __typename: "SoftwarePackage", id: "c", name: "Control", products: [], versions }}
        headingLevel={3}
        isOfMachine={isOfMachine}
      />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
  );

test("shows the facts of a version, and older versions on demand", async () => {
  const { container } = show(false, [
    version({}),
    version({ id: "c-1.0", version: "1.0", isInstalled: true, isNewer: false }),
  ]);
  const newest = within(screen.getByRole("heading", { name: "Control 2.0" }).closest("article") as HTMLElement);
  for (const text of ["Newer than on 3 of your machines", "May 1, 2026", "7 kB", "English, German", "ab12"])
    expect(newest.getByText(text)).toBeInTheDocument();
  expect(newest.getAllByRole("listitem").map((item) => item.textContent)).toEqual(["Faster", "Corrected: labels"]);
  for (const text of ["First release. For all machines.", "Thanks."])
    expect(newest.getByText(text)).toBeInTheDocument();
  expect(screen.getByText(/1 older version/)).toBeInTheDocument();
  expect(screen.getByText("Installed")).toBeInTheDocument();
  expect(await axe(container)).toHaveNoViolations();
});

test("does not count machines on the page of a machine", () => {
  show(true, [version({})]);
  expect(screen.getByText("Newer than installed")).toBeInTheDocument();
});

test("links to an accepted version and shows the licence of another one first", async () => {
  const sent: SentOperation[] = [];
  const accepted = { isLicenceAccepted: true, downloadUrl: "/api/software/c-1.0?pass=p" };
  show(false, [version({}), version({ id: "c-1.0", version: "1.0", ...accepted })], sent);
  expect(screen.getByRole("link", { name: "Download Control 1.0", hidden: true })).toHaveAttribute(
    "href",
    "/api/software/c-1.0?pass=p",
  );
  await userEvent.click(screen.getByRole("button", { name: "Download Control 2.0" }));
  const dialog = within(screen.getByRole("dialog", { name: "Licence" }));
  expect(dialog.getByText("You may install it.")).toBeInTheDocument();
  await userEvent.click(dialog.getByRole("button", { name: "Accept the licence" }));
  expect(sent.map(({ name, variables }) => [name, variables])).toEqual([
    ["AcceptLicence", { input: { version: "c-2.0" } }],
  ]);
  act(() => sent[0]?.fail(new Error("unreachable")));
  expect(await dialog.findByRole("alert")).toHaveTextContent("this could not be done");
});

test("starts the download when the licence is accepted, and moves the focus to its link", async () => {
  const downloads: (string | null | undefined)[] = [];
  const onClick = (event: MouseEvent) => {
    const link = (event.target as Element).closest("a");
    if (link) downloads.push(link.getAttribute("href"));
    event.preventDefault();
  };
  document.addEventListener("click", onClick);
  const accepted = { isLicenceAccepted: true, downloadUrl: "/api/software/c-2.0?pass=p" };
  /** The cache of the page gets the answer of the mutation. */
  let receive: () => void = () => undefined;
  function Versions() {
    const [change, setChange] = useState<Partial<SoftwareVersionViewFragment>>({});
    receive = () => setChange(accepted);
    const versions = [version(change)];
    return (
      <SoftwareVersions
        package={{ __typename: "SoftwarePackage", id: "c", name: "Control", products: [], versions }}
        headingLevel={3}
      />
    );
  }
  const sent: SentOperation[] = [];
  renderWithGraph(
    <GraphProvider>
      <Versions />
    </GraphProvider>,
    (client) => client.setLink(recordingLink(sent)),
  );
  await userEvent.click(screen.getByRole("button", { name: "Download Control 2.0" }));
  document.removeEventListener("click", onClick);
  await userEvent.click(screen.getByRole("button", { name: "Accept the licence" }));
  document.addEventListener("click", onClick);
  expect(downloads).toEqual([]);
  await act(async () => {
    receive();
    sent[0]?.next({
      acceptLicence: {
        __typename: "AcceptLicencePayload",
        version: { __typename: "SoftwareVersion", id: "c-2.0", ...accepted },
      },
    });
    sent[0]?.complete();
    await Promise.resolve();
  });
  const link = screen.getByRole("link", { name: "Download Control 2.0" });
  await waitFor(() => expect(link).toHaveFocus());
  expect(downloads).toEqual(["/api/software/c-2.0?pass=p"]);
  document.removeEventListener("click", onClick);
});
