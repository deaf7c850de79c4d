/**
 * Where drafts are kept. The adapter is the browser's IndexedDB; every method rejects where it is refused (private
 * modes, a full disk), and the form then goes on without.
 */
export interface DraftStorage {
  /** @returns what `saveText` was given, and the pictures' bytes by id; `null` when nothing is kept under the key */
  load(key: string): Promise<{ text: unknown; pictures: ReadonlyMap<string, Blob> } | null>;
  saveText(key: string, text: unknown): Promise<void>;
  savePicture(key: string, id: string, bytes: Blob): Promise<void>;
  removePicture(key: string, id: string): Promise<void>;
  /** Everything under the key. */
  remove(key: string): Promise<void>;
}
