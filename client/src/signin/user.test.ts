// Rules: CALL-13.

import { mergeClaims, userOf } from "./user";

test("creates a user from the provider's claims", () => {
  const claims = {
    sub: "(usr!7)",
    subname: "7",
    given_name: "élodie",
    family_name: " Muster ",
    name: "Élodie M. Muster",
    email: "e@example.com",
    roles: ["kmx_int_direct_active", 1, ""],
  };
  expect(userOf(claims)).toEqual({
    id: "7",
    firstName: "élodie",
    lastName: "Muster",
    fullName: "Élodie M. Muster",
    initials: "ÉM",
    email: "e@example.com",
    roles: ["kmx_int_direct_active"],
  });
});

test.each([
  [{ sub: "7" }, { id: "7", fullName: "", initials: "", roles: [] }],
  [{ email: "e@example.com" }, { initials: "E" }],
  [{ name: "Plato" }, { fullName: "Plato", initials: "P" }],
  [{ given_name: "Ada", family_name: "Lovelace" }, { fullName: "Ada Lovelace" }],
  [{ given_name: "𝒜da" }, { fullName: "𝒜da", initials: "𝒜" }],
  [{ roles: "kmx_delegatedadmin_intern" }, { roles: ["kmx_delegatedadmin_intern"] }],
])("creates a user from incomplete claims: %j", (claims, expected) => {
  expect(userOf(claims)).toMatchObject(expected);
});

test.each([
  ["roles", { roles: ["a"] }, ["a"]],
  ["realm_access.roles", { realm_access: { roles: ["admins", "b"] } }, ["kmx_delegatedadmin_extern", "b"]],
  ["https://example.com/roles", { "https://example.com/roles": "admins" }, ["kmx_delegatedadmin_extern"]],
  ["resource_access.my.portal.roles", { resource_access: { "my.portal": { roles: ["c"] } } }, ["c"]],
  ["realm_access.roles", { realm_access: null, roles: ["d"] }, []],
  ["groups", { groups: ["toString", "constructor"] }, ["toString", "constructor"]],
])("reads roles at %s", (rolesClaim, claims, expected) => {
  const roleNames = { admins: "kmx_delegatedadmin_extern" };
  expect(userOf(claims, { rolesClaim, roleNames }).roles).toEqual(expected);
});

test.each([
  ["no claim", { sub: "a", name: "A" }, { sub: "a" }, { sub: "a", name: "A" }],
  ["a newer claim", { roles: ["a"], name: "A" }, { roles: ["b"] }, { roles: ["b"], name: "A" }],
  [
    "no roles in their object",
    { access: { roles: ["a"] } },
    { access: { other: 1 } },
    { access: { roles: ["a"], other: 1 } },
  ],
  ["null", { roles: ["a"] }, { roles: null }, { roles: ["a"] }],
  ["another type", { roles: { a: 1 } }, { roles: ["b"] }, { roles: ["b"] }],
])("merges user info with %s", (_, claims, info, expected) => {
  expect(mergeClaims(claims, info)).toEqual(expected);
});
