import * as v from 'valibot';
import type { FormKind } from '../forms/form-kinds.ts';
import type { Picture, Pictures } from '../pictures/picture-machine.ts';
import type { DraftStorage } from './draft-storage.ts';

/** A pause in typing after which the draft is kept, milliseconds. */
const PAUSE_MS = 400;
/**
 * An upload this old is sent again when a draft is put back: the server sweeps pictures that no work names after a day,
 * and the submission may be long in coming.
 */
const UPLOAD_LASTS_MS = 12 * 60 * 60 * 1000;

/** One try to send a form: the same fields go again under the same id (`contestCalls`, `requestId`). */
export const attemptSchema = v.object({ fields: v.string(), requestId: v.string() });
export type Attempt = v.InferOutput<typeof attemptSchema>;

export type Draft<Values> = { values: Values; pictures: Pictures; attempt: Attempt | null };

const uploadSchema = v.object({ address: v.string(), uploadedAt: v.nullable(v.number()) });
const textSchema = v.object({ values: v.unknown(), uploads: v.record(v.string(), uploadSchema), attempt: v.nullable(attemptSchema) });

export interface DraftKeeper<Values> {
  /** @returns what was kept, fit to go on with; `null` for nothing, or nothing that can be read */
  restore(): Promise<Draft<Values> | null>;
  /** Keeps the draft once typing pauses. */
  keep(draft: Draft<Values>): void;
  /** Keeps at once what still waits. */
  flush(): Promise<void>;
  discard(): Promise<void>;
}

/**
 * Keeps one form's draft: its text, its pictures' bytes (each written once) and how far their uploads have got.
 * @param key names the user and the form; nobody else's draft is ever read
 * @param onRefused the storage refused; it is told once
 */
export function createDraftKeeper<Values>({ storage, key, kind, onRefused, now = Date.now }: {
  storage: DraftStorage;
  key: string;
  kind: FormKind<Values>;
  onRefused: () => void;
  now?: () => number;
}): DraftKeeper<Values> {
  const written = new Set<string>();
  let waiting: Draft<Values> | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let refused = false;
  /** One after the other, so that an older state never lands upon a newer one. */
  let queue: Promise<void> = Promise.resolve();

  const enqueue = (work: () => Promise<void>): Promise<void> => {
    queue = queue.then(work).catch(() => {
      if (!refused) onRefused();
      refused = true;
    });
    return queue;
  };

  const write = async ({ values, pictures, attempt }: Draft<Values>) => {
    const ids = new Set(kind.pictureIds(values));
    const shown = pictures.filter(({ id }) => ids.has(id));
    for (const { id, bytes } of shown) {
      if (bytes === null || written.has(id)) continue;
      await storage.savePicture(key, id, bytes);
      written.add(id);
    }
    const uploads = Object.fromEntries(shown.flatMap(({ id, stage }) => (stage.at === 'uploaded' ? [[id, { address: stage.address, uploadedAt: stage.uploadedAt }]] : [])));
    await storage.saveText(key, { values, uploads, attempt });
    for (const id of [...written].filter((one) => !ids.has(one))) {
      await storage.removePicture(key, id);
      written.delete(id);
    }
  };

  const flush = () => {
    clearTimeout(timer);
    const draft = waiting;
    waiting = null;
    return draft === null ? queue : enqueue(() => write(draft));
  };

  return {
    async restore() {
      let draft: Draft<Values> | null = null;
      await enqueue(async () => {
        const kept = await storage.load(key);
        const text = v.safeParse(textSchema, kept?.text);
        if (kept === null || !text.success) return;
        const values = v.safeParse(kind.schema, text.output.values);
        if (!values.success) return;
        for (const id of kept.pictures.keys()) written.add(id);
        draft = putBack(kind, values.output, kept.pictures, text.output, now());
      });
      return draft;
    },
    keep(draft) {
      waiting = draft;
      clearTimeout(timer);
      timer = setTimeout(() => void flush(), PAUSE_MS);
    },
    flush,
    discard() {
      clearTimeout(timer);
      waiting = null;
      written.clear();
      return enqueue(() => storage.remove(key));
    },
  };
}

function putBack<Values>(
  kind: FormKind<Values>,
  values: Values,
  bytes: ReadonlyMap<string, Blob>,
  { uploads, attempt }: v.InferOutput<typeof textSchema>,
  now: number,
): Draft<Values> {
  const pictures: Picture[] = [];
  const missing = new Set<string>();
  for (const id of kind.pictureIds(values)) {
    const kept = bytes.get(id) ?? null;
    const upload = uploads[id];
    const lasts = upload !== undefined && (kept === null || upload.uploadedAt === null || isFresh(upload.uploadedAt, now));
    if (kept === null && !lasts) missing.add(id);
    else if (lasts) pictures.push({ id, bytes: kept, preview: kept === null ? upload.address : URL.createObjectURL(kept), stage: { at: 'uploaded', ...upload } });
    else if (kept !== null) pictures.push({ id, bytes: kept, preview: URL.createObjectURL(kept), stage: { at: 'waiting' } });
  }
  return { values: kind.without(values, missing), pictures, attempt };
}

/** A time ahead of now means that the device's clock was changed: nothing can be said of its age. */
function isFresh(uploadedAt: number, now: number): boolean {
  return uploadedAt <= now && now - uploadedAt < UPLOAD_LASTS_MS;
}
