export interface UnavailableScreen {
  traceId?: string | undefined;
  /** Code is missing: some browsers remember a failed `import()`, so that only another document loads it. */
  needsReload?: boolean;
  cause?: unknown;
}

/** The data or the code of a screen could not be loaded: network or server failure. */
export class ScreenUnavailableError extends Error {
  /** The trace id in the server's log; undefined if the server could not be reached. */
  readonly traceId: string | undefined;
  readonly needsReload: boolean;

  constructor(message: string, { traceId, needsReload = false, cause }: UnavailableScreen = {}) {
    super(message, { cause });
    this.name = "ScreenUnavailableError";
    this.traceId = traceId;
    this.needsReload = needsReload;
  }
}
