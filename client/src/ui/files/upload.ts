import { DetailedError, Upload } from "tus-js-client";
import type { RefusalReason } from "~/lib/screen/screenData";

/** Milliseconds between retries after an interruption; then the visitor decides. */
const retryDelays = [0, 1000, 3000, 5000, 10_000];

export interface UploadEvents {
  /** From 0 to 1. */
  onProgress: (progress: number) => void;
  /** All retries failed; the upload can be resumed. */
  onInterrupted: () => void;
  /** The server refused the file. */
  onRefused: (reason: RefusalReason) => void;
  /** The id of the uploaded file. */
  onSent: (id: string) => void;
}

/** A file that is being uploaded. */
export interface FileUpload {
  resume: () => void;
  /** Stops the upload and deletes the sent part. */
  cancel: () => void;
}

/** Uploads a file by the tus protocol. Resumes an earlier upload of the same file, also of an earlier visit. */
export function startUpload(file: File, events: UploadEvents): FileUpload {
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
      // The server deletes unfinished uploads by itself.
      upload.abort(true).catch((error: unknown) => console.warn("The upload could not be ended.", error));
    },
  };
}

/** Refusal reasons by response status (`internal/uploads/uploads.go`). */
const reasons: Readonly<Record<number, RefusalReason>> = { 413: "size", 415: "type", 422: "empty" };

/** Why the server refuses a file permanently; undefined if there was no response, or a retry may succeed. */
function refusalBy(error: Error | DetailedError): RefusalReason | undefined {
  return error instanceof DetailedError ? reasons[error.originalResponse?.getStatus() ?? 0] : undefined;
}
