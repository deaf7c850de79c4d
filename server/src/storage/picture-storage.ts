import type { Readable } from 'node:stream';
import { folderStorage } from './folder-storage.ts';
import { s3Storage } from './s3-storage.ts';

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

/** The environment's part of it: all of S3's variables are there, or none. */
export type StorageEnvironment = {
  UPLOADS_DIR: string;
  S3_ENDPOINT?: string | undefined;
  S3_BUCKET?: string | undefined;
  S3_REGION: string;
  S3_ACCESS_KEY_ID?: string | undefined;
  S3_SECRET_ACCESS_KEY?: string | undefined;
};

/** Object storage where the environment names one, else the folder. */
export function openStorage({ UPLOADS_DIR, S3_ENDPOINT, S3_BUCKET = '', S3_REGION, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' }: StorageEnvironment): PictureStorage {
  if (S3_ENDPOINT === undefined) return folderStorage(UPLOADS_DIR);
  return s3Storage({ endpoint: S3_ENDPOINT, bucket: S3_BUCKET, region: S3_REGION, accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY });
}
