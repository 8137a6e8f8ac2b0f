import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";

/** A request to the provider. */
export interface RecordedRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** Faults by URL suffix: a response with status and body, or no response. */
export type Faults = Record<string, { status: number; body?: string; type?: string } | { silent: true }>;

/** The provider of identityProvider.server.js. */
export class IdentityProvider {
  private constructor(
    private readonly process: ChildProcess,
    private readonly origin: string,
  ) {}

  static async start(): Promise<IdentityProvider> {
    const script = join(__dirname, "identityProvider.server.js");
    const child = spawn(process.execPath, [script], { stdio: ["pipe", "pipe", "ignore"] });
    const origin = await new Promise<string>((resolve, reject) => {
      child.stdout.once("data", (data: Buffer) => resolve(data.toString().trim()));
      child.once("exit", () => reject(new Error("The identity provider did not start.")));
    });
    return new IdentityProvider(child, origin);
  }

  stop() {
    this.process.stdin?.end();
  }

  /** The issuer with ForgeRock's URLs. */
  get issuer() {
    return `${this.origin}/am/oauth2/realms/root/realms/alpha`;
  }

  /** The issuer without ForgeRock's URLs. */
  get plainIssuer() {
    return `${this.origin}/plain`;
  }

  /** The requests since the last call, filtered by URL suffix. */
  async takeRequests(end = ""): Promise<RecordedRequest[]> {
    const all = (await (await fetch(`${this.origin}/test/requests`)).json()) as RecordedRequest[];
    return all.filter(({ url }) => new URL(url, this.origin).pathname.endsWith(end));
  }

  /** Sets faults; an empty object removes them. */
  async setFaults(faults: Faults = {}) {
    await fetch(`${this.origin}/test/faults`, { method: "POST", body: JSON.stringify(faults) });
  }
}

/** A browser that follows the provider's redirects, with its cookies. */
export class Visitor {
  private readonly cookies = new Map<string, string>();

  /** Follows a URL to the first one on `site`, filling in the provider's forms; stops at a consent form. */
  async follow(start: string, account = "ada", site = "http://localhost/"): Promise<string> {
    let url = start;
    let init: RequestInit = {};
    for (let step = 0; step < 12; step++) {
      if (url.startsWith(site)) return url;
      const response = await this.load(url, init);
      const location = response.headers.get("location");
      init = {};
      if (location) {
        url = new URL(location, url).href;
        continue;
      }
      const page = await response.text();
      if (page.includes('value="consent"')) return url;
      const action = /<form[^>]* action="([^"]+)"/.exec(page)?.[1];
      if (!action) throw new Error(`The visitor is stuck at ${url} (${response.status}).`);
      const fields = new URLSearchParams({ login: account, password: "any", logout: "yes" });
      for (const [, name = "", value = ""] of page.matchAll(/type="hidden" name="([^"]+)" value="([^"]+)"/g))
        fields.set(name, value);
      url = new URL(action, url).href;
      init = {
        method: "POST",
        body: fields.toString(),
        headers: { "Content-Type": "application/x-www-form-urlencoded" },
      };
    }
    throw new Error(`The visitor goes in circles at ${url}.`);
  }

  private async load(url: string, init: RequestInit): Promise<Response> {
    const cookie = Array.from(this.cookies, ([name, value]) => `${name}=${value}`).join("; ");
    const headers = new Headers(init.headers);
    headers.set("Cookie", cookie);
    const response = await fetch(url, { ...init, redirect: "manual", headers });
    for (const line of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
      if (value) this.cookies.set(name, value);
      else this.cookies.delete(name);
    }
    return response;
  }
}
