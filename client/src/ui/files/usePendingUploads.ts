import { useRef, useState } from "react";
import type { UploadedFile } from "~/ui/draft/draft";
import { tryLoad } from "~/lib/loading/tryLoad";
import type { FileRefusal } from "./refusal";
import { thumbnailOf } from "./thumbnail";
import type { FileUpload } from "./upload";

/** A file that is being uploaded. */
export interface PendingUpload {
  key: string;
  file: File;
  /** When it was chosen, in epoch milliseconds; different for each file. */
  addedAt: number;
  /** From 0 to 1. */
  progress: number;
  state: "sending" | "interrupted";
  /** Undefined until the code of uploads is loaded. */
  upload?: FileUpload;
}

export interface UploadResults {
  onSent: (file: UploadedFile) => void;
  /** Called when the thumbnail of an uploaded file was made after the upload. */
  onThumbnail: (id: string, thumbnail: string) => void;
  onRefused: (refusal: FileRefusal) => void;
}

/** Uploads files; returns those that are not uploaded yet. */
export function usePendingUploads({ onSent, onThumbnail, onRefused }: UploadResults) {
  const [pendingUploads, setPendingUploads] = useState<readonly PendingUpload[]>([]);
  /** The keys of files that were removed before their upload started. */
  const cancelledKeys = useRef(new Set<string>());
  const lastAddedAt = useRef(0);

  const update = (key: string, change: Partial<PendingUpload>) =>
    setPendingUploads((all) => all.map((pending) => (pending.key === key ? { ...pending, ...change } : pending)));
  const forget = (key: string) => setPendingUploads((all) => all.filter((pending) => pending.key !== key));

  const start = async (key: string, file: File, addedAt: number) => {
    const code = await tryLoad(() => import("./upload"));
    if (cancelledKeys.current.delete(key)) return;
    if (!code) {
      update(key, { state: "interrupted" });
      return;
    }
    // Made during the upload; neither waits for the other.
    let thumbnail: string | undefined;
    let sentId: string | undefined;
    void thumbnailOf(file).then((made) => {
      thumbnail = made;
      if (made && sentId) onThumbnail(sentId, made);
    });
    const upload = code.startUpload(file, {
      onProgress: (progress) => update(key, { progress, state: "sending" }),
      onInterrupted: () => update(key, { state: "interrupted" }),
      onRefused: (reason) => {
        forget(key);
        onRefused({ name: file.name, reason });
      },
      onSent: (id) => {
        forget(key);
        sentId = id;
        onSent({ id, name: file.name, size: file.size, addedAt, ...(thumbnail ? { thumbnail } : {}) });
      },
    });
    update(key, { upload });
  };

  return {
    pendingUploads,
    send: (file: File) => {
      const key = crypto.randomUUID();
      const addedAt = Math.max(Date.now(), lastAddedAt.current + 1);
      lastAddedAt.current = addedAt;
      setPendingUploads((all) => [...all, { key, file, addedAt, progress: 0, state: "sending" }]);
      void start(key, file, addedAt);
    },
    resume: ({ key, file, addedAt, upload }: PendingUpload) => {
      if (upload) {
        upload.resume();
        return;
      }
      update(key, { state: "sending" });
      void start(key, file, addedAt);
    },
    cancel: ({ key, upload, state }: PendingUpload) => {
      if (upload) upload.cancel();
      else if (state === "sending") cancelledKeys.current.add(key);
      forget(key);
    },
  };
}
