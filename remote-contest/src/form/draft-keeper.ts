import * as v from 'valibot';
import type { Picture, PictureStage, Pictures } from '../pictures/picture-uploads.ts';
import { type FormKind, readValues } from './form-kinds.ts';
import type { DraftStorage } from './indexeddb-drafts.ts';

/** From a change to its writing, with those that follow meanwhile. */
const PAUSE_MS = 400;
/** The server deletes unused pictures after a day: restoring a draft repeats older uploads. */
const UPLOAD_LASTS_MS = 12 * 60 * 60 * 1000;

/** The last submission: the same fields reuse its `requestId`. */
const attemptSchema = v.object({ fields: v.string(), requestId: v.string() });
export type Attempt = v.InferOutput<typeof attemptSchema>;

type Draft<Values> = { values: Values; pictures: Pictures; attempt: Attempt | null };

/** `keptAt`: device time, milliseconds. `outdated`: the stored work has changed since. */
type KeptDraft<Values> = Draft<Values> & { keptAt: number; outdated: boolean };

const uploadSchema = v.object({ address: v.string(), uploadedAt: v.nullable(v.number()) });
/** Another release may have written it: what is missing or malformed leaves the rest. */
const textSchema = v.object({
  values: v.fallback(v.record(v.string(), v.unknown()), {}),
  uploads: v.fallback(v.record(v.string(), v.fallback(v.nullable(uploadSchema), null)), {}),
  attempt: v.fallback(v.nullable(attemptSchema), null),
  keptAt: v.fallback(v.number(), 0),
  base: v.fallback(v.optional(v.string()), undefined),
});

export type DraftKeeper<Values> = ReturnType<typeof createDraftKeeper<Values>>;

/**
 * One form's draft: text, pictures (each written once) and finished uploads.
 * @param initial for what a draft of another release lacks
 * @param base version of the edited work; empty for a new one
 * @param onRefused called once, when the storage refuses
 */
export function createDraftKeeper<Values>({
  storage,
  key,
  kind,
  initial,
  base = '',
  onRefused,
  now = Date.now,
}: {
  storage: DraftStorage;
  key: string;
  kind: FormKind<Values, unknown>;
  initial: Pick<Draft<Values>, 'values' | 'pictures'>;
  base?: string | undefined;
  onRefused: () => void;
  now?: () => number;
}) {
  const written = new Set<string>();
  let waiting: Draft<Values> | null = null;
  let pause: ReturnType<typeof setTimeout> | undefined;
  let refused = false;
  /** In sequence: an older state never overwrites a newer one. */
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
    // Before the text, which names them. It is stored even if a picture is refused.
    const failures: unknown[] = [];
    for (const { id, bytes } of shown) {
      if (bytes === null || written.has(id)) continue;
      await storage.savePicture(key, id, bytes).then(
        () => written.add(id),
        (error: unknown) => failures.push(error),
      );
    }
    const uploads = Object.fromEntries(
      shown.flatMap(({ id, stage }) => {
        return stage.phase === 'uploaded' ? [[id, { address: stage.address, uploadedAt: stage.uploadedAt }]] : [];
      }),
    );
    await storage.saveText(key, { values, uploads, attempt, keptAt: now(), base });
    for (const id of [...written].filter((one) => !ids.has(one))) {
      await storage.removePicture(key, id);
      written.delete(id);
    }
    if (failures.length > 0) throw failures[0];
  };

  const stopWaiting = () => {
    clearTimeout(pause);
    pause = undefined;
    const draft = waiting;
    waiting = null;
    return draft;
  };
  const flush = () => {
    const draft = stopWaiting();
    return draft === null ? queue : enqueue(() => write(draft));
  };

  return {
    /** @returns `null` without a draft; `unread` if the storage failed: there may be one, so write nothing */
    async restore(): Promise<KeptDraft<Values> | null | 'unread'> {
      let draft: KeptDraft<Values> | null | 'unread' = 'unread';
      await enqueue(async () => {
        const stored = await storage.load(key);
        const text = v.safeParse(textSchema, stored?.text);
        const values = text.success ? readValues(kind.schema, text.output.values, initial.values) : null;
        if (stored === null || !text.success || values === null) {
          draft = null;
          return;
        }
        for (const id of stored.pictures.keys()) written.add(id);
        const { keptAt, base: begunFrom = base } = text.output;
        const pictures = { stored: stored.pictures, initial: initial.pictures };
        const restored = restoreDraft(kind, values, pictures, text.output, now());
        draft = { ...restored, keptAt, outdated: begunFrom !== base };
      });
      return draft;
    },
    /** After a pause. */
    keep(draft: Draft<Values>) {
      waiting = draft;
      pause ??= setTimeout(() => void flush(), PAUSE_MS);
    },
    flush,
    discard() {
      stopWaiting();
      written.clear();
      return enqueue(() => storage.remove(key));
    },
  };
}

function restoreDraft<Values>(
  kind: FormKind<Values, unknown>,
  values: Values,
  { stored, initial }: { stored: ReadonlyMap<string, Blob>; initial: Pictures },
  { uploads, attempt }: v.InferOutput<typeof textSchema>,
  now: number,
): Draft<Values> {
  const pictures: Picture[] = [];
  const missing = new Set<string>();
  for (const id of kind.pictureIds(values)) {
    const bytes = stored.get(id) ?? null;
    const upload = uploads[id];
    const isUsable = upload && (bytes === null || upload.uploadedAt === null || isFresh(upload.uploadedAt, now));
    const stage: PictureStage = isUsable ? { phase: 'uploaded', ...upload } : { phase: 'waiting' };
    const preview = bytes === null ? upload?.address : URL.createObjectURL(bytes);
    const picture = preview === undefined ? initial.find((one) => one.id === id) : { id, bytes, preview, stage };
    if (picture === undefined) missing.add(id);
    else pictures.push(picture);
  }
  return { values: kind.without(values, missing), pictures, attempt };
}

/** A future time: the device's clock was changed. */
function isFresh(uploadedAt: number, now: number): boolean {
  return uploadedAt <= now && now - uploadedAt < UPLOAD_LASTS_MS;
}
