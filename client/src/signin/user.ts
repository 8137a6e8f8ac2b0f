/** The signed-in user. */
export interface User {
  id: string;
  firstName: string;
  lastName: string;
  fullName: string;
  /** The first letters of first and last name, upper-case. */
  initials: string;
  email: string;
  /** Role strings of the provider. The server alone decides about permissions (domain/portal). */
  roles: readonly string[];
}

function text(value: unknown): string {
  return typeof value === "string" ? value.trim() : "";
}

function initialsOf(...names: string[]): string {
  // By code points: a letter may consist of two UTF-16 units.
  return names.map((name) => Array.from(name)[0]?.toUpperCase() ?? "").join("");
}

/** Creates the user from the provider's user info. Missing claims become empty. */
export function userOf(claims: Readonly<Record<string, unknown>>): User {
  const firstName = text(claims.given_name);
  const lastName = text(claims.family_name);
  const fullName = text(claims.name) || [firstName, lastName].filter(Boolean).join(" ");
  const email = text(claims.email);
  const roles = Array.isArray(claims.roles) ? claims.roles : [claims.roles];
  return {
    // ForgeRock's subject contains its kind, as in `(usr!id)`; `subname` is the id alone.
    id: text(claims.subname) || text(claims.sub),
    firstName,
    lastName,
    fullName,
    initials: initialsOf(firstName, lastName) || initialsOf(fullName || email),
    email,
    roles: roles.filter((role): role is string => typeof role === "string" && role !== ""),
  };
}
