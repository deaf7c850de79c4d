import { readFileSync } from 'node:fs';
import S3rver from '@20minutes/s3rver';
import { DUMMY_ACCOUNT } from '@20minutes/s3rver/lib/models/account.js';

const { MINIO_ROOT_USER = '', MINIO_ROOT_PASSWORD_FILE = '' } = process.env;
DUMMY_ACCOUNT.createKeyPair(MINIO_ROOT_USER, readFileSync(MINIO_ROOT_PASSWORD_FILE, 'utf8').trim());
DUMMY_ACCOUNT.revokeAccessKey('S3RVER');

const server = new S3rver({ directory: '/data', address: '0.0.0.0', port: 9000, silent: true, vhostBuckets: false });
await server.run();
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, () => void server.close().then(() => process.exit(0)));
