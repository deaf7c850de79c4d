import type { Readable } from 'node:stream';

/** `content` has to be read to the end or destroyed. */
type StoredFile = { bytes: number; content: Readable };

/** Names are the server's random ones; content never changes. */
export interface PictureStorage {
  /** Atomic. @throws when the storage fails (full disk) */
  write(name: string, content: Buffer): Promise<void>;
  /** @returns `null` when there is none @throws when the storage fails */
  read(name: string): Promise<StoredFile | null>;
  /** Succeeds when there is none. */
  remove(name: string): Promise<void>;
}
