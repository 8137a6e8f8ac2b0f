// Rules: USER-56.

import { screen } from "@testing-library/react";
import { axe } from "jest-axe";
import type { OrganizationListFragment } from "~/graph/generated/graphql";
import { renderUi } from "../../../test/renderUi";
import { OrganizationList } from "./OrganizationList";

const entry = (name: string, openRequestCount: number): OrganizationListFragment["entries"][number] => ({
  __typename: "ManagedOrganizationEntry",
  openRequestCount,
  organization: {
    __typename: "ManagedOrganization",
    id: name,
    name,
    city: "Winterthur",
    country: "CH",
    subRegion: "Western Europe",
    memberCount: 1204,
    url: `/en/mykomax/user-admin/organizations/${name}`,
  },
});

test("lists organizations with their members and open requests", async () => {
  const { container } = renderUi(
    <OrganizationList
      title="Organizations"
      list={{
        __typename: "ManagedOrganizationList",
        entries: [entry("Nordkabel", 3), entry("Helia", 0)],
        total: 2,
        text: "winter",
        isFiltered: true,
        resetUrl: "/en/mykomax/user-admin/organizations",
      }}
    />,
  );
  const rows = screen.getAllByRole("row").map((row) => row.textContent);
  expect(rows[1]).toBe("Nordkabel3 open requests1,204Winterthur, Switzerland, Western Europe");
  expect(rows[2]).toContain("HeliaNone");
  expect(screen.getByRole("link", { name: "Helia" })).toHaveAttribute(
    "href",
    "/en/mykomax/user-admin/organizations/Helia",
  );
  expect(screen.getByRole("searchbox")).toHaveValue("winter");
  expect(await axe(container)).toHaveNoViolations();
});
