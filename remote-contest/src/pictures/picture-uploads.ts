import type { Store } from '@fridge/shared-contracts';
import { nextPictures, type Picture, type PictureEvent, type Pictures, uploadsToStart } from './picture-machine.ts';

/**
 * How an upload ended.
 * - `message`: what the server says of a picture that it refuses; empty where the user knows already
 * - `signedOut`: nobody is logged in whose picture it would be
 */
export type UploadOutcome = { ok: true; address: string } | { ok: false; signedOut: boolean; message: string };

export interface UploadDependencies {
  /** Sends one picture. Never rejects. */
  send: (bytes: Blob, options: { signal: AbortSignal; onProgress: (sent: number) => void }) => Promise<UploadOutcome>;
  /** Turns a file into what is sent; `null` for what is no picture. */
  prepare: (file: Blob) => Promise<Blob | null>;
  /** Something to tell: a file that is no picture, or an upload that failed. */
  onRefused: (why: { file: 'unreadable' } | { upload: string }) => void;
  now?: () => number;
}

export interface PictureUploads extends Store<Pictures> {
  /**
   * Uploads start only once they are let: the server has to know whose they are. After a login again: those that lacked it
   * are sent once more.
   */
  allow(): void;
  /**
   * Takes chosen files in their order. Each has its id at once; one that turns out to be no picture is removed again.
   * @returns the ids, and when all of them are prepared
   */
  choose(files: readonly Blob[]): { ids: string[]; prepared: Promise<void> };
  /** Takes what is ready to be sent as it is. @returns its id */
  add(bytes: Blob): string;
  restore(pictures: Pictures): void;
  retry(id: string): void;
  /** Cancels its upload, if there is one. */
  remove(id: string): void;
  resendAll(): void;
  /** Cancels everything and frees the previews. */
  stop(): void;
}

/** The pictures of a form: prepared one after the other, so that memory stays bounded, and sent two at a time. */
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
    pictures = nextPictures(pictures, event);
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
      const chosen = files.map((file) => ({ id: newPictureId(), file }));
      for (const { id } of chosen) apply({ type: 'chosen', id });
      for (const { id, file } of chosen) preparing = preparing.then(() => prepareNext(id, file));
      return { ids: chosen.map(({ id }) => id), prepared: preparing };
    },
    add(bytes) {
      const id = newPictureId();
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

/** Frees a picture's preview, if it has one of its own. */
export function releasePreview(preview: string): void {
  if (preview.startsWith('blob:')) URL.revokeObjectURL(preview);
}

/** Unlike any of an earlier visit, since drafts are put back beside new pictures. */
export function newPictureId(): string {
  return Array.from(crypto.getRandomValues(new Uint32Array(3)), (part) => part.toString(36)).join('');
}
