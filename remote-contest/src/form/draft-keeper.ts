import * as v from 'valibot';
import type { FormKind } from './form-kinds.ts';
import type { Picture, Pictures } from '../pictures/picture-machine.ts';
import type { DraftStorage } from './draft-storage.ts';

/** A pause in typing after which the draft is kept, milliseconds. */
const PAUSE_MS = 400;
/** While changes go on without a pause - an upload's progress, fast typing - the draft is kept this often, milliseconds. */
const LONGEST_WAIT_MS = 2000;
/**
 * An upload this old is sent again when a draft is put back: the server sweeps pictures that no work names after a day,
 * and the submission may be long in coming.
 */
const UPLOAD_LASTS_MS = 12 * 60 * 60 * 1000;

/** One try to send a form: the same fields go again under the same id (`contestCalls`, `requestId`). */
export const attemptSchema = v.object({ fields: v.string(), requestId: v.string() });
export type Attempt = v.InferOutput<typeof attemptSchema>;

export type Draft<Values> = { values: Values; pictures: Pictures; attempt: Attempt | null };

/** `keptAt`: the device's time, milliseconds. `outdated`: what it was begun from has changed since. */
export type KeptDraft<Values> = Draft<Values> & { keptAt: number; outdated: boolean };

const uploadSchema = v.object({ address: v.string(), uploadedAt: v.nullable(v.number()) });
const textSchema = v.object({
  values: v.unknown(),
  uploads: v.record(v.string(), uploadSchema),
  attempt: v.nullable(attemptSchema),
  keptAt: v.optional(v.number(), 0),
  base: v.optional(v.string()),
});

export interface DraftKeeper<Values> {
  /** @returns what was kept, fit to go on with; `null` for nothing, or nothing that can be read */
  restore(): Promise<KeptDraft<Values> | null>;
  /** Keeps the draft once changes pause, and in between. */
  keep(draft: Draft<Values>): void;
  /** Keeps at once what still waits. */
  flush(): Promise<void>;
  discard(): Promise<void>;
}

/**
 * Keeps one form's draft: its text, its pictures' bytes (each written once) and how far their uploads have got.
 * @param key names the user and the form; nobody else's draft is ever read
 * @param base what the form was begun from: the version of a stored work, empty for a new one
 * @param onRefused the storage refused; it is told once
 */
export function createDraftKeeper<Values>({ storage, key, kind, base = '', onRefused, now = Date.now }: {
  storage: DraftStorage;
  key: string;
  kind: FormKind<Values>;
  base?: string | undefined;
  onRefused: () => void;
  now?: () => number;
}): DraftKeeper<Values> {
  const written = new Set<string>();
  let waiting: Draft<Values> | null = null;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let longest: ReturnType<typeof setTimeout> | undefined;
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
    // Before the text, which names them; a picture that can't be kept doesn't keep the text from it.
    const unkept: unknown[] = [];
    for (const { id, bytes } of shown) {
      if (bytes === null || written.has(id)) continue;
      await storage.savePicture(key, id, bytes).then(() => written.add(id), (error: unknown) => unkept.push(error));
    }
    const uploads = Object.fromEntries(shown.flatMap(({ id, stage }) => (stage.at === 'uploaded' ? [[id, { address: stage.address, uploadedAt: stage.uploadedAt }]] : [])));
    await storage.saveText(key, { values, uploads, attempt, keptAt: now(), base });
    for (const id of [...written].filter((one) => !ids.has(one))) {
      await storage.removePicture(key, id);
      written.delete(id);
    }
    if (unkept.length > 0) throw unkept[0];
  };

  const stopWaiting = () => {
    clearTimeout(pause);
    clearTimeout(longest);
    longest = undefined;
    const draft = waiting;
    waiting = null;
    return draft;
  };
  const flush = () => {
    const draft = stopWaiting();
    return draft === null ? queue : enqueue(() => write(draft));
  };

  return {
    async restore() {
      let draft: KeptDraft<Values> | null = null;
      await enqueue(async () => {
        const kept = await storage.load(key);
        const text = v.safeParse(textSchema, kept?.text);
        if (kept === null || !text.success) return;
        const values = v.safeParse(kind.schema, text.output.values);
        if (!values.success) return;
        for (const id of kept.pictures.keys()) written.add(id);
        const { keptAt, base: begunFrom = base } = text.output;
        draft = { ...putBack(kind, values.output, kept.pictures, text.output, now()), keptAt, outdated: begunFrom !== base };
      });
      return draft;
    },
    keep(draft) {
      waiting = draft;
      clearTimeout(pause);
      pause = setTimeout(() => void flush(), PAUSE_MS);
      longest ??= setTimeout(() => void flush(), LONGEST_WAIT_MS);
    },
    flush,
    discard() {
      stopWaiting();
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
