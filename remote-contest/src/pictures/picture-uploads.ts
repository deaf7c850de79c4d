import { answerCode, type CallResult, type HostServices } from '@fridge/shared-contracts';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { newRequestId } from '@fridge/shared-ui';
import { copy } from '../copy.ts';
import { preparePhoto } from './prepare-photo.ts';

/** `bytes`: until the work is sent, for retries; `null` for a stored picture. */
export type Picture = {
  readonly id: string;
  readonly bytes: Blob | null;
  /** Object URL, or the server's address. Empty while preparing. */
  readonly preview: string;
  readonly stage: PictureStage;
};

export type PictureStage =
  /** Decoding and shrinking. */
  | { readonly phase: 'preparing' }
  /** Until the user is known. */
  | { readonly phase: 'waiting' }
  /** `sent`: 0 to 1 */
  | { readonly phase: 'uploading'; readonly sent: number }
  | { readonly phase: 'failed' }
  /** `uploadedAt`: device time, milliseconds; `null` for a stored picture */
  | { readonly phase: 'uploaded'; readonly address: string; readonly uploadedAt: number | null };

/** In upload order. */
export type Pictures = readonly Picture[];

export type PictureUploads = ReturnType<typeof createPictureUploads>;

/** A form's pictures and their uploads (spec section 7, `uploadWork`). Prepares one at a time, which bounds memory. */
export function createPictureUploads(host: Pick<HostServices, 'session' | 'requests' | 'feedback'>) {
  let pictures: Pictures = [];
  let allowed = false;
  let stopped = false;
  let preparing: Promise<void> = Promise.resolve();
  const listeners = new Set<() => void>();
  const running = new Map<string, AbortController>();
  const signedOut = new Set<string>();

  const set = (next: Pictures) => {
    pictures = next;
    for (const listener of listeners) listener();
  };
  const find = (id: string) => pictures.find((picture) => picture.id === id);
  /** Ignored in another phase. */
  const change = (id: string, from: PictureStage['phase'], part: Partial<Picture>) => {
    const found = find(id);
    if (found?.stage.phase !== from) return;
    set(pictures.map((picture) => (picture === found ? { ...found, ...part } : picture)));
  };
  const drop = (id: string) => set(pictures.filter((picture) => picture.id !== id));

  const startUploads = () => {
    if (!allowed || stopped) return;
    for (const picture of pictures) if (picture.stage.phase === 'waiting') void upload(picture);
  };
  const upload = async ({ id, bytes }: Picture) => {
    if (bytes === null) return;
    const abort = new AbortController();
    const { signal } = abort;
    running.set(id, abort);
    change(id, 'waiting', { stage: { phase: 'uploading', sent: 0 } });
    const onProgress = (sent: number) => change(id, 'uploading', { stage: { phase: 'uploading', sent } });
    const answer = await inTurn(async () => {
      const { status, fridge } = host.session.getState();
      if (signal.aborted || status !== 'user' || fridge === null) return null;
      // Quiet: a user without a session gets no message.
      const options = { files: { imgUrl: bytes }, signal, onProgress, quiet: true };
      return host.requests.call(contestCalls.uploadWork, { fridgeId: fridge.fridgeId }, options);
    });
    if (signal.aborted) return;
    running.delete(id);
    if (answer?.ok) {
      change(id, 'uploading', { stage: { phase: 'uploaded', address: answer.data.imgUrl, uploadedAt: Date.now() } });
      return;
    }
    if (answer === null || answer.code === answerCode.notAuthorized) signedOut.add(id);
    if (answer !== null) host.feedback.toast(uploadMessage(answer));
    change(id, 'uploading', { stage: { phase: 'failed' } });
  };

  const isWanted = (id: string) => !stopped && find(id) !== undefined;
  const prepare = async (id: string, file: Blob) => {
    if (!isWanted(id)) return;
    const bytes = await preparePhoto(file).catch(() => null);
    if (!isWanted(id)) return;
    if (bytes === null) {
      host.feedback.toast(copy['contest.image.type.toast']);
      drop(id);
      return;
    }
    change(id, 'preparing', { bytes, preview: URL.createObjectURL(bytes), stage: { phase: 'waiting' } });
    startUploads();
  };

  const retry = (id: string) => {
    change(id, 'failed', { stage: { phase: 'waiting' } });
    startUploads();
  };

  return {
    getState: () => pictures,
    subscribe(listener: () => void) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    /** Starts uploads, once the user is known. Retries those refused without a login. */
    allow() {
      allowed = true;
      for (const id of signedOut) retry(id);
      signedOut.clear();
      startUploads();
    },
    /** Removes unreadable files again. @returns ids */
    choose(files: readonly Blob[]): string[] {
      return files.map((file) => {
        const id = newRequestId();
        set([...pictures, { id, bytes: null, preview: '', stage: { phase: 'preparing' } }]);
        preparing = preparing.then(() => prepare(id, file));
        return id;
      });
    },
    /** Without preparation. @returns its id */
    add(bytes: Blob): string {
      const id = newRequestId();
      set([...pictures, { id, bytes, preview: URL.createObjectURL(bytes), stage: { phase: 'waiting' } }]);
      startUploads();
      return id;
    },
    /** From a draft or a stored work. */
    restore(restored: Pictures) {
      set([...pictures, ...restored.filter(({ id }) => find(id) === undefined)]);
      startUploads();
    },
    /** Asks for a login if needed. */
    async retry(id: string) {
      if ((await host.session.require()).allowed) retry(id);
    },
    /** Also cancels its upload. */
    remove(id: string) {
      running.get(id)?.abort();
      running.delete(id);
      const preview = find(id)?.preview ?? '';
      drop(id);
      releasePreview(preview);
    },
    /** The server has deleted uploads: repeats all with bytes. */
    resendAll() {
      for (const { id, bytes } of pictures) if (bytes !== null) change(id, 'uploaded', { stage: { phase: 'waiting' } });
      startUploads();
    },
    /** Cancels the uploads and frees the previews. */
    stop() {
      stopped = true;
      for (const abort of running.values()) abort.abort();
      for (const { preview } of pictures) releasePreview(preview);
    },
  };
}

/** The server's reason, or "系统异常" (spec section 8). */
function uploadMessage(answer: Extract<CallResult<unknown>, { ok: false }>): string {
  const isByServer = answer.reason === 'refused' || answer.reason === 'notice';
  return isByServer && answer.message !== '' ? answer.message : copy['contest.upload.transport.toast'];
}

/** Shared by the forms of a page. */
let free = 2;
const queue: (() => void)[] = [];

/** Two at a time, in order. */
async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (free > 0) free -= 1;
  else await new Promise<void>((resolve) => queue.push(resolve));
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) next();
    else free += 1;
  }
}

export function releasePreview(preview: string): void {
  if (preview.startsWith('blob:')) URL.revokeObjectURL(preview);
}
