import { answerCode, type CallResult, type HostServices } from '@fridge/shared-contracts';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { newRequestId } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import { preparePicture } from './prepare-picture.ts';

/** `uploadedAt`: device time, milliseconds; `null` for a stored work's picture */
type Upload = { readonly address: string; readonly uploadedAt: number | null };

/** `bytes`: until the work is sent, for retries; `null` for a stored work's picture. */
export type StoredPicture = { readonly id: string; readonly bytes: Blob | null; readonly upload: Upload | null };

export type FormPicture = StoredPicture & {
  /** Object URL, or the server's address. Empty while preparing. */
  readonly preview: string;
  /** `preparing`: decoding and shrinking. `uploaded`: has an `upload`. */
  readonly stage: 'preparing' | 'waiting' | 'uploading' | 'failed' | 'uploaded';
  /** 0 to 1 */
  readonly sent: number;
};

export type PictureUploads = ReturnType<typeof createPictureUploads>;

const UPLOADS_AT_ONCE = 2;
/** The server deletes unused pictures after a day. */
const UPLOAD_LASTS_MS = 12 * 60 * 60 * 1000;

/**
 * A form's pictures and their uploads (spec section 7, `uploadWork`), for a user with a fridge. Failed ones are retried
 * when the session changes. Prepares one picture at a time, which bounds memory.
 */
export function createPictureUploads(host: Pick<HostServices, 'session' | 'requests' | 'feedback'>) {
  let pictures: readonly FormPicture[] = [];
  let stopped = false;
  let preparing: Promise<void> = Promise.resolve();
  const listeners = new Set<() => void>();
  const running = new Map<string, AbortController>();

  const find = (id: string) => pictures.find((picture) => picture.id === id);
  const set = (next: readonly FormPicture[]) => {
    pictures = next;
    for (const listener of listeners) listener();
    startUploads();
  };
  const change = (id: string, part: Partial<FormPicture>) =>
    set(pictures.map((picture) => (picture.id === id ? { ...picture, ...part } : picture)));
  const wait = (which: (picture: FormPicture) => boolean) =>
    set(pictures.map((picture) => (which(picture) ? { ...picture, upload: null, stage: 'waiting' } : picture)));
  const append = (bytes: Blob | null, preview: string, stage: FormPicture['stage']) => {
    const id = newRequestId();
    set([...pictures, { id, bytes, upload: null, preview, stage, sent: 0 }]);
    return id;
  };

  const startUploads = () => {
    const { status, fridge } = host.session.getState();
    const next = pictures.find(({ id, stage }) => stage === 'waiting' && !running.has(id));
    if (stopped || !next?.bytes || running.size >= UPLOADS_AT_ONCE) return;
    // A retry asks for the login.
    if (status === 'guest') change(next.id, { stage: 'failed' });
    else if (fridge !== null) void upload(next.id, next.bytes, fridge.fridgeId);
  };
  const upload = async (id: string, bytes: Blob, fridgeId: string) => {
    const abort = new AbortController();
    const { signal } = abort;
    running.set(id, abort);
    const onProgress = (sent: number) => {
      if (running.get(id) === abort) change(id, { stage: 'uploading', sent });
    };
    // Quiet: a user without a session gets no message.
    const options = { files: { imgUrl: bytes }, signal, onProgress, quiet: true };
    const answering = host.requests.call(contestCalls.uploadWork, { fridgeId }, options);
    onProgress(0);
    const answer = await answering;
    if (signal.aborted) return;
    running.delete(id);
    if (!answer.ok && answer.code !== answerCode.notAuthorized) host.feedback.toast(uploadMessage(answer));
    if (answer.ok) change(id, { stage: 'uploaded', upload: { address: answer.data.imgUrl, uploadedAt: Date.now() } });
    else change(id, { stage: 'failed' });
  };

  const prepare = async (id: string, file: Blob) => {
    const isWanted = () => find(id) !== undefined;
    const bytes = isWanted() ? await preparePicture(file).catch(() => null) : null;
    if (!isWanted()) return;
    if (bytes === null) {
      host.feedback.toast(copy['contest.image.type.toast']);
      remove((picture) => picture.id === id);
    } else change(id, { bytes, preview: URL.createObjectURL(bytes), stage: 'waiting' });
  };
  const remove = (which: (picture: FormPicture) => boolean) => {
    const removed = pictures.filter(which);
    if (removed.length === 0) return;
    for (const { id, preview } of removed) {
      running.get(id)?.abort();
      running.delete(id);
      URL.revokeObjectURL(preview);
    }
    set(pictures.filter((picture) => !removed.includes(picture)));
  };

  const unsubscribe = host.session.subscribe(() => wait(({ stage }) => stage === 'failed'));

  return {
    getState: () => pictures,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Removes unreadable files again. @returns ids */
    choose(files: readonly Blob[]): string[] {
      return files.map((file) => {
        const id = append(null, '', 'preparing');
        preparing = preparing.then(() => prepare(id, file));
        return id;
      });
    },
    /** Without preparation. @returns its id */
    add: (bytes: Blob): string => append(bytes, URL.createObjectURL(bytes), 'waiting'),
    /** From a draft or a stored work. Old uploads are repeated. */
    restore(stored: readonly StoredPicture[]) {
      const missing = stored.filter(({ id, bytes, upload: done }) => !find(id) && (bytes ?? done) !== null);
      const restored = missing.map((picture): FormPicture => {
        const { bytes, upload: done } = picture;
        const preview = bytes === null ? (done?.address ?? '') : URL.createObjectURL(bytes);
        if (bytes === null || isFresh(done)) return { ...picture, preview, stage: 'uploaded', sent: 0 };
        return { ...picture, upload: null, preview, stage: 'waiting', sent: 0 };
      });
      set([...pictures, ...restored]);
    },
    /** Removes all others, and cancels their uploads. */
    keepOnly: (ids: readonly string[]) => remove(({ id }) => !ids.includes(id)),
    /** Asks for a login if needed. */
    async retry(id: string) {
      if ((await host.session.require()).allowed) wait((picture) => picture.id === id && picture.stage === 'failed');
    },
    /** The server has deleted uploads: repeats all with bytes. */
    resendAll: () => wait(({ bytes, stage }) => bytes !== null && stage === 'uploaded'),
    /** For good. */
    stop() {
      stopped = true;
      unsubscribe();
      remove(() => true);
    },
  };
}

/** A future time: the device's clock was changed. */
function isFresh(done: Upload | null): boolean {
  const age = Date.now() - (done?.uploadedAt ?? 0);
  return age >= 0 && age < UPLOAD_LASTS_MS;
}

/** The server's reason, or "系统异常" (spec section 8). */
function uploadMessage(answer: Extract<CallResult<unknown>, { ok: false }>): string {
  const isByServer = answer.reason === 'refused' || answer.reason === 'notice';
  return (isByServer && answer.message) || copy['contest.upload.transport.toast'];
}
