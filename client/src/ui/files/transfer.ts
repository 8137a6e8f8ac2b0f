import { DetailedError, Upload } from "tus-js-client";
import type { RefusalReason } from "~/lib/screenData";

/** Milliseconds between attempts after a cut; then the visitor decides. */
const retryDelays = [0, 1000, 3000, 5000, 10_000];

export interface TransferEvents {
  /** From 0 to 1. */
  onProgress: (progress: number) => void;
  /** Every attempt failed; it can be resumed. */
  onInterrupted: () => void;
  /** The server does not take such a file. */
  onRefused: (reason: RefusalReason) => void;
  /** The id that the file has now. */
  onSent: (id: string) => void;
}

/** A file on its way. */
export interface Transfer {
  resume: () => void;
  /** Ends it, and takes away what was sent. */
  cancel: () => void;
}

/** Sends a file by the tus protocol. What was sent of it before, also by an earlier visit, is not sent again. */
export function startTransfer(file: File, events: TransferEvents): Transfer {
  const upload = new Upload(file, {
    endpoint: "/api/uploads/",
    retryDelays,
    chunkSize: 5 * 1024 * 1024,
    metadata: { filename: file.name, filetype: file.type },
    removeFingerprintOnSuccess: true,
    onProgress: (sent, total) => events.onProgress(total > 0 ? sent / total : 0),
    onSuccess: () => events.onSent(upload.url?.split("/").pop() ?? ""),
    onShouldRetry: (error) => !refusalBy(error),
    onError: (error) => {
      const reason = refusalBy(error);
      if (reason) events.onRefused(reason);
      else events.onInterrupted();
    },
  });
  const start = async () => {
    const [previous] = await upload.findPreviousUploads();
    if (previous) upload.resumeFromPreviousUpload(previous);
    upload.start();
  };
  void start();
  return {
    resume: () => {
      events.onProgress(0);
      upload.start();
    },
    cancel: () => {
      // The server clears away by itself what cannot be ended now.
      upload.abort(true).catch((error: unknown) => console.warn("The upload could not be ended.", error));
    },
  };
}

/** Why the server refuses a file, by the status of its answer (`uploads/uploads.go`). */
const reasons: Readonly<Record<number, RefusalReason>> = { 413: "size", 415: "type", 422: "empty" };

/** Why the server does not take a file: trying again changes nothing then. Nothing where it was not asked, or may take it yet. */
function refusalBy(error: Error | DetailedError): RefusalReason | undefined {
  return error instanceof DetailedError ? reasons[error.originalResponse?.getStatus() ?? 0] : undefined;
}
