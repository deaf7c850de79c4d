/**
 * The pictures of a form and how far each has got, as data. `bytes` are kept until the work is sent: an upload that the
 * server has swept meanwhile can be made again. A picture of a stored work has none.
 */
export type Picture = {
  readonly id: string;
  readonly bytes: Blob | null;
  /** What to show: an object address of the bytes, or the server's. Empty while it is being prepared. */
  readonly preview: string;
  readonly stage: PictureStage;
};

export type PictureStage =
  /** Being read, turned upright and shrunk. */
  | { readonly at: 'preparing' }
  /** In the line for its upload. */
  | { readonly at: 'waiting' }
  /** `sent`: 0 to 1 */
  | { readonly at: 'uploading'; readonly sent: number }
  | { readonly at: 'failed' }
  /** `uploadedAt`: the device's time in milliseconds, `null` for a picture of a stored work */
  | { readonly at: 'uploaded'; readonly address: string; readonly uploadedAt: number | null };

/** In the order in which they came, which is the order of their uploads. */
export type Pictures = readonly Picture[];

export type PictureEvent =
  | { type: 'chosen'; id: string }
  | { type: 'prepared'; id: string; bytes: Blob; preview: string }
  /** Put back from a draft or taken from a stored work. */
  | { type: 'restored'; pictures: Pictures }
  | { type: 'started'; id: string }
  | { type: 'progressed'; id: string; sent: number }
  | { type: 'uploaded'; id: string; address: string; at: number }
  | { type: 'failed'; id: string }
  | { type: 'retried'; id: string }
  /** The server no longer has what was uploaded: everything with bytes goes again. */
  | { type: 'swept' }
  | { type: 'removed'; id: string };

/** So many uploads at a time. */
export const UPLOADS_AT_A_TIME = 2;

/** The next state; an event that doesn't belong to a picture's stage changes nothing, and gives the same object. */
export function nextPictures(pictures: Pictures, event: PictureEvent): Pictures {
  switch (event.type) {
    case 'chosen':
      return pictures.some(({ id }) => id === event.id) ? pictures : [...pictures, { id: event.id, bytes: null, preview: '', stage: { at: 'preparing' } }];
    case 'prepared':
      return change(pictures, event.id, ['preparing'], { bytes: event.bytes, preview: event.preview, stage: { at: 'waiting' } });
    case 'restored':
      return [...pictures, ...event.pictures.filter(({ id }) => pictures.every((known) => known.id !== id))];
    case 'started':
      return change(pictures, event.id, ['waiting'], { stage: { at: 'uploading', sent: 0 } });
    case 'progressed':
      return change(pictures, event.id, ['uploading'], { stage: { at: 'uploading', sent: Math.min(1, Math.max(0, event.sent)) } });
    case 'uploaded':
      return change(pictures, event.id, ['uploading'], { stage: { at: 'uploaded', address: event.address, uploadedAt: event.at } });
    case 'failed':
      return change(pictures, event.id, ['uploading'], { stage: { at: 'failed' } });
    case 'retried':
      return change(pictures, event.id, ['failed'], { stage: { at: 'waiting' } });
    case 'swept':
      return pictures.map((picture) => (picture.stage.at === 'uploaded' && picture.bytes !== null ? { ...picture, stage: { at: 'waiting' } } : picture));
    case 'removed':
      return pictures.filter(({ id }) => id !== event.id);
  }
}

/** The pictures whose upload may start now, first come first served. */
export function uploadsToStart(pictures: Pictures): Picture[] {
  const running = pictures.filter(({ stage }) => stage.at === 'uploading').length;
  return pictures.filter(({ stage }) => stage.at === 'waiting').slice(0, Math.max(0, UPLOADS_AT_A_TIME - running));
}

/** How far the named pictures have got as a whole: what a submission has to wait for, or to have mended first. */
export function pictureProgress(pictures: Pictures, ids: readonly string[]): { is: 'done' | 'running' } | { is: 'failed'; id: string } {
  const named = ids.flatMap((id) => pictures.find((picture) => picture.id === id) ?? []);
  const failed = named.find(({ stage }) => stage.at === 'failed');
  if (failed) return { is: 'failed', id: failed.id };
  return { is: named.every(({ stage }) => stage.at === 'uploaded') ? 'done' : 'running' };
}

/** The address of an uploaded picture; one that isn't uploaded yet has a name of its own, so that it counts. */
export function pictureAddress(pictures: Pictures, id: string): string {
  const stage = pictures.find((picture) => picture.id === id)?.stage;
  return stage?.at === 'uploaded' ? stage.address : `unsent:${id}`;
}

function change(pictures: Pictures, id: string, from: readonly PictureStage['at'][], part: Partial<Omit<Picture, 'id'>>): Pictures {
  const found = pictures.find((picture) => picture.id === id);
  if (!found || !from.includes(found.stage.at)) return pictures;
  return pictures.map((picture) => (picture === found ? { ...found, ...part } : picture));
}
