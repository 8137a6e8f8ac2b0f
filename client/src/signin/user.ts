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

export type Claims = Readonly<Record<string, unknown>>;

/** Where claims have the roles of a user, and which of this product they are. */
export interface RoleSettings {
  rolesClaim?: string | undefined;
  roleNames?: Readonly<Record<string, string>> | undefined;
}

/** The claim at a path. Names of claims may contain dots. */
function claimAt(claims: Claims, path: string): unknown {
  if (path in claims) return claims[path];
  for (let i = path.indexOf("."); i >= 0; i = path.indexOf(".", i + 1)) {
    const below = claims[path.slice(0, i)];
    const found = isObject(below) ? claimAt(below, path.slice(i + 1)) : undefined;
    if (found !== undefined) return found;
  }
  return undefined;
}

/**
 * The claims of an ID token with those of the user info endpoint, which are newer: by their whole paths, as the server
 * does, so that user info with `realm_access` but without roles in it keeps the roles of the token.
 */
export function mergeClaims(claims: Claims, info: Claims): Claims {
  const merged: Record<string, unknown> = { ...claims };
  for (const [name, value] of Object.entries(info)) {
    if (value === null) continue;
    const former = merged[name];
    merged[name] = isObject(former) && isObject(value) ? mergeClaims(former, value) : value;
  }
  return merged;
}

function isObject(value: unknown): value is Claims {
  return value !== null && typeof value === "object" && !Array.isArray(value);
}

/** Creates the user from the provider's user info. Missing claims become empty. */
export function userOf(claims: Claims, { rolesClaim = "roles", roleNames = {} }: RoleSettings = {}): User {
  const firstName = text(claims.given_name);
  const lastName = text(claims.family_name);
  const fullName = text(claims.name) || [firstName, lastName].filter(Boolean).join(" ");
  const email = text(claims.email);
  const found = claimAt(claims, rolesClaim);
  const roles: readonly unknown[] = Array.isArray(found) ? found : [found];
  return {
    // ForgeRock's subject contains its kind, as in `(usr!id)`; `subname` is the id alone.
    id: text(claims.subname) || text(claims.sub),
    firstName,
    lastName,
    fullName,
    initials: initialsOf(firstName, lastName) || initialsOf(fullName || email),
    email,
    roles: roles
      .filter((role): role is string => typeof role === "string" && role !== "")
      .map((role) => (Object.hasOwn(roleNames, role) ? (roleNames[role] ?? role) : role)),
  };
}
