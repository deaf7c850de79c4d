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
  /** Waits for the write before it; `null`: the removal. */
  let next: Draft | null | undefined;
  let queue: Promise<void> = Promise.resolve();

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
  const remove = () => {
    written = '';
    return indexedDbDrafts.remove(key);
  };
  const writeNext = () => {
    const draft = next;
    next = undefined;
    return draft ? write(draft) : remove();
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
    /**
     * Writes at once: a page that is closed may not wait. Changes during a write are written together.
     * @param draft `null` removes it
     */
    keep(draft: Draft | null) {
      const isWaiting = next !== undefined;
      next = draft;
      if (!isWaiting) queue = queue.then(writeNext).catch(onRefused);
    },
  };
}

/** Of a work that was deleted, edits. */
export const removeDraft = (owner: string, name: string): Promise<void> =>
  indexedDbDrafts.remove(`${owner}/${name}`).catch(() => {});
