import * as v from 'valibot';
import type { StoredPicture } from '../pictures/picture-uploads.ts';
import { indexedDbDrafts } from './indexeddb-drafts.ts';

const uploadSchema = v.object({ address: v.string(), uploadedAt: v.nullable(v.number()) });
/** Another release may have written it: what is missing or malformed leaves the rest. */
const textSchema = v.object({
  values: v.fallback(v.record(v.string(), v.unknown()), {}),
  uploads: v.fallback(v.record(v.string(), v.fallback(v.nullable(uploadSchema), null)), {}),
  /** Of the last submission, until the values change. */
  requestId: v.fallback(v.nullable(v.string()), null),
  /** Of the edited work, when it was read. */
  revision: v.fallback(v.nullable(v.number()), null),
});

export type Draft = Omit<v.InferOutput<typeof textSchema>, 'values' | 'uploads'> & {
  values: object;
  pictures: readonly StoredPicture[];
};

/**
 * Reads and writes one form's draft.
 * @param onRefused called when the storage refuses to write
 */
export function createDraftKeeper(key: string, onRefused: () => void) {
  let written = '';
  /** Waits for the writing before it. */
  let next: { draft: Draft } | null = null;
  /** In sequence: an older state never overwrites a newer one. */
  let queue: Promise<void> = Promise.resolve();

  const enqueue = (work: () => Promise<void>) => {
    queue = queue.then(work).catch(onRefused);
  };
  const write = async ({ pictures, ...rest }: Draft) => {
    const uploads = Object.fromEntries(pictures.flatMap(({ id, upload }) => (upload === null ? [] : [[id, upload]])));
    const bytes = new Map(pictures.flatMap(({ id, bytes: blob }) => (blob === null ? [] : [[id, blob]])));
    const text = { ...rest, uploads };
    // The same, if only an upload has progressed.
    const serialized = JSON.stringify([text, ...bytes.keys()]);
    if (serialized === written) return;
    await indexedDbDrafts.save(key, { ...text, keptAt: Date.now() }, bytes);
    written = serialized;
  };

  return {
    /** @returns `null` without a draft; rejects if the storage does */
    async read(): Promise<Draft | null> {
      const stored = await indexedDbDrafts.load(key);
      const text = v.safeParse(textSchema, stored?.text);
      if (stored === null || !text.success) return null;
      const { uploads, ...rest } = text.output;
      const ids = new Set([...stored.pictures.keys(), ...Object.keys(uploads)]);
      const pictures = [...ids].map((id) => ({
        id,
        bytes: stored.pictures.get(id) ?? null,
        upload: uploads[id] ?? null,
      }));
      return { ...rest, pictures };
    },
    /** Writes at once: a page that is closed may not wait. Changes during a writing are written together. */
    keep(draft: Draft) {
      if (next !== null) {
        next.draft = draft;
        return;
      }
      const mine = { draft };
      next = mine;
      enqueue(async () => {
        if (next !== mine) return;
        next = null;
        await write(mine.draft);
      });
    },
    remove() {
      next = null;
      written = '';
      enqueue(() => indexedDbDrafts.remove(key));
    },
  };
}

/** Of a work that was deleted, edits. */
export const removeDraft = (owner: string, name: string): Promise<void> =>
  indexedDbDrafts.remove(`${owner}/${name}`).catch(() => {});
