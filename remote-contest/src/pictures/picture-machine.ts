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
  | { readonly phase: 'waiting' }
  /** `sent`: 0 to 1 */
  | { readonly phase: 'uploading'; readonly sent: number }
  | { readonly phase: 'failed' }
  /** `uploadedAt`: device time, milliseconds; `null` for a stored picture */
  | { readonly phase: 'uploaded'; readonly address: string; readonly uploadedAt: number | null };

/** In upload order. */
export type Pictures = readonly Picture[];

export type PictureEvent =
  | { type: 'chosen'; id: string }
  | { type: 'prepared'; id: string; bytes: Blob; preview: string }
  /** From a draft or a stored work. */
  | { type: 'restored'; pictures: Pictures }
  | { type: 'started'; id: string }
  | { type: 'progressed'; id: string; sent: number }
  | { type: 'uploaded'; id: string; address: string; at: number }
  | { type: 'failed'; id: string }
  | { type: 'retried'; id: string }
  /** The server has deleted uploads: repeats all with bytes. */
  | { type: 'swept' }
  | { type: 'removed'; id: string };

export type PictureProgress = { phase: 'done' | 'running' } | { phase: 'failed'; id: string };

export const UPLOADS_AT_A_TIME = 2;

/** @returns the same object for an event that doesn't apply */
export function picturesStep(pictures: Pictures, event: PictureEvent): Pictures {
  switch (event.type) {
    case 'chosen':
      return pictures.some(({ id }) => id === event.id) ? pictures : [...pictures, { id: event.id, bytes: null, preview: '', stage: { phase: 'preparing' } }];
    case 'prepared':
      return change(pictures, event.id, ['preparing'], { bytes: event.bytes, preview: event.preview, stage: { phase: 'waiting' } });
    case 'restored':
      return [...pictures, ...event.pictures.filter(({ id }) => pictures.every((known) => known.id !== id))];
    case 'started':
      return change(pictures, event.id, ['waiting'], { stage: { phase: 'uploading', sent: 0 } });
    case 'progressed':
      return change(pictures, event.id, ['uploading'], { stage: { phase: 'uploading', sent: Math.min(1, Math.max(0, event.sent)) } });
    case 'uploaded':
      return change(pictures, event.id, ['uploading'], { stage: { phase: 'uploaded', address: event.address, uploadedAt: event.at } });
    case 'failed':
      return change(pictures, event.id, ['uploading'], { stage: { phase: 'failed' } });
    case 'retried':
      return change(pictures, event.id, ['failed'], { stage: { phase: 'waiting' } });
    case 'swept':
      return pictures.map((picture) => (picture.stage.phase === 'uploaded' && picture.bytes !== null ? { ...picture, stage: { phase: 'waiting' } } : picture));
    case 'removed':
      return pictures.filter(({ id }) => id !== event.id);
  }
}

export function uploadsToStart(pictures: Pictures): Picture[] {
  const running = pictures.filter(({ stage }) => stage.phase === 'uploading').length;
  return pictures.filter(({ stage }) => stage.phase === 'waiting').slice(0, Math.max(0, UPLOADS_AT_A_TIME - running));
}

/** The first failure among `ids`, or whether all are uploaded. */
export function pictureProgress(pictures: Pictures, ids: readonly string[]): PictureProgress {
  const named = ids.flatMap((id) => pictures.find((picture) => picture.id === id) ?? []);
  const failed = named.find(({ stage }) => stage.phase === 'failed');
  if (failed) return { phase: 'failed', id: failed.id };
  return { phase: named.every(({ stage }) => stage.phase === 'uploaded') ? 'done' : 'running' };
}

/** Before the upload a placeholder, which counts as a picture. */
export function pictureAddress(pictures: Pictures, id: string): string {
  const stage = pictures.find((picture) => picture.id === id)?.stage;
  return stage?.phase === 'uploaded' ? stage.address : `unsent:${id}`;
}

function change(pictures: Pictures, id: string, from: readonly PictureStage['phase'][], part: Partial<Omit<Picture, 'id'>>): Pictures {
  const found = pictures.find((picture) => picture.id === id);
  if (!found || !from.includes(found.stage.phase)) return pictures;
  return pictures.map((picture) => (picture === found ? { ...found, ...part } : picture));
}
