import type { Store } from '@fridge/shared-contracts';
import { newRequestId } from '@fridge/shared-ui';
import { picturesStep, type Picture, type PictureEvent, type Pictures, uploadsToStart } from './picture-machine.ts';

/** `message`: the server's reason, may be empty. `signedOut`: needs a login. */
export type UploadOutcome = { ok: true; address: string } | { ok: false; signedOut: boolean; message: string };

export interface UploadDependencies {
  /** Never rejects. */
  send: (bytes: Blob, options: { signal: AbortSignal; onProgress: (sent: number) => void }) => Promise<UploadOutcome>;
  /** @returns `null` for an unreadable file */
  prepare: (file: Blob) => Promise<Blob | null>;
  onRefused: (reason: { file: 'unreadable' } | { upload: string }) => void;
  now?: () => number;
}

export interface PictureUploads extends Store<Pictures> {
  /** Starts uploads, once the user is known. Retries those refused without a login. */
  allow(): void;
  /** Removes unreadable files again. @returns ids; `prepared` resolves when all are prepared */
  choose(files: readonly Blob[]): { ids: string[]; prepared: Promise<void> };
  /** Without preparation. @returns its id */
  add(bytes: Blob): string;
  restore(pictures: Pictures): void;
  retry(id: string): void;
  /** Also cancels its upload. */
  remove(id: string): void;
  resendAll(): void;
  /** Cancels the uploads and frees the previews. */
  stop(): void;
}

/** Prepares pictures in sequence, which bounds memory; sends two at a time. */
export function createPictureUploads({ send, prepare, onRefused, now = Date.now }: UploadDependencies): PictureUploads {
  let pictures: Pictures = [];
  let allowed = false;
  let stopped = false;
  let preparing: Promise<void> = Promise.resolve();
  const listeners = new Set<() => void>();
  const running = new Map<string, AbortController>();
  const signedOut = new Set<string>();

  const change = (event: PictureEvent) => {
    const before = pictures;
    pictures = picturesStep(pictures, event);
    if (pictures !== before) for (const listener of listeners) listener();
  };

  const apply = (event: PictureEvent) => {
    change(event);
    startUploads();
  };

  const startUploads = () => {
    if (!allowed || stopped) return;
    for (const next of uploadsToStart(pictures)) void upload(next);
  };

  const upload = async ({ id, bytes }: Picture) => {
    if (bytes === null) return;
    const abort = new AbortController();
    running.set(id, abort);
    change({ type: 'started', id });
    const outcome = await send(bytes, { signal: abort.signal, onProgress: (sent) => apply({ type: 'progressed', id, sent }) });
    if (running.get(id) === abort) running.delete(id);
    if (abort.signal.aborted) return;
    if (!outcome.ok && outcome.signedOut) signedOut.add(id);
    if (!outcome.ok && outcome.message !== '') onRefused({ upload: outcome.message });
    apply(outcome.ok ? { type: 'uploaded', id, address: outcome.address, at: now() } : { type: 'failed', id });
  };

  const prepareNext = async (id: string, file: Blob) => {
    if (stopped || !has(id)) return;
    const bytes = await prepare(file).catch(() => null);
    if (stopped || !has(id)) return;
    if (bytes === null) {
      onRefused({ file: 'unreadable' });
      apply({ type: 'removed', id });
      return;
    }
    apply({ type: 'prepared', id, bytes, preview: URL.createObjectURL(bytes) });
  };
  const has = (id: string) => pictures.some((picture) => picture.id === id);

  return {
    getState: () => pictures,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    allow() {
      allowed = true;
      for (const id of signedOut) change({ type: 'retried', id });
      signedOut.clear();
      startUploads();
    },
    choose(files) {
      const chosen = files.map((file) => ({ id: newRequestId(), file }));
      for (const { id } of chosen) apply({ type: 'chosen', id });
      for (const { id, file } of chosen) preparing = preparing.then(() => prepareNext(id, file));
      return { ids: chosen.map(({ id }) => id), prepared: preparing };
    },
    add(bytes) {
      const id = newRequestId();
      change({ type: 'chosen', id });
      apply({ type: 'prepared', id, bytes, preview: URL.createObjectURL(bytes) });
      return id;
    },
    restore: (restored) => apply({ type: 'restored', pictures: restored }),
    retry: (id) => apply({ type: 'retried', id }),
    remove(id) {
      running.get(id)?.abort();
      running.delete(id);
      const preview = pictures.find((picture) => picture.id === id)?.preview ?? '';
      apply({ type: 'removed', id });
      releasePreview(preview);
    },
    resendAll: () => apply({ type: 'swept' }),
    stop() {
      stopped = true;
      for (const abort of running.values()) abort.abort();
      running.clear();
      for (const { preview } of pictures) releasePreview(preview);
    },
  };
}

export function releasePreview(preview: string): void {
  if (preview.startsWith('blob:')) URL.revokeObjectURL(preview);
}
