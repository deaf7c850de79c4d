import type { Readable } from 'node:stream';

/** A stored file as it is read: its size in bytes and its content, to be read to the end or destroyed. */
export type StoredFile = { bytes: number; content: Readable };

/**
 * Where uploaded pictures lie. Names are the server's own random ones, never what a user sent; a name is written once
 * and its content never changes.
 */
export interface PictureStorage {
  /** Keeps it whole or not at all: what `read` finds is complete. @throws when it can't be kept, a full disk included */
  write(name: string, content: Buffer): Promise<void>;
  /** @returns `null` when there is none @throws when the storage doesn't answer */
  read(name: string): Promise<StoredFile | null>;
  /** Removing what isn't there is no fault. */
  remove(name: string): Promise<void>;
}
