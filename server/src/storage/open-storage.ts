import type { Environment } from '../environment.ts';
import { folderStorage } from './folder-storage.ts';
import type { PictureStorage } from './picture-storage.ts';
import { s3Storage } from './s3-storage.ts';

type StorageEnvironment = Pick<
  Environment,
  'UPLOADS_DIR' | 'S3_ENDPOINT' | 'S3_BUCKET' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

export function openStorage({ UPLOADS_DIR, S3_ENDPOINT, S3_BUCKET = '', S3_REGION, S3_ACCESS_KEY_ID = '', S3_SECRET_ACCESS_KEY = '' }: StorageEnvironment): PictureStorage {
  if (S3_ENDPOINT === undefined) return folderStorage(UPLOADS_DIR);
  return s3Storage({ endpoint: S3_ENDPOINT, bucket: S3_BUCKET, region: S3_REGION, accessKeyId: S3_ACCESS_KEY_ID, secretAccessKey: S3_SECRET_ACCESS_KEY });
}
