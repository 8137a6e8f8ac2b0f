export interface Mail {
  /** An address, or several separated by commas. */
  to: string;
  subject?: string;
  body?: string;
}

/** Builds a `mailto` link (RFC 6068): spaces as %20, line ends as %0D%0A. */
export function mailtoLink({ to, subject, body }: Mail): string {
  const addresses = to
    .split(",")
    .map((address) => encodeURIComponent(address.trim()).replaceAll("%40", "@"))
    .filter(Boolean)
    .join(",");
  const fields = [
    ["subject", subject],
    ["body", body?.replace(/\r?\n/g, "\r\n")],
  ].flatMap(([name, value]) => (name && value ? [`${name}=${encodeURIComponent(value)}`] : []));
  return `mailto:${addresses}${fields.length > 0 ? `?${fields.join("&")}` : ""}`;
}
