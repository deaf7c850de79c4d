import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { json } from 'node:stream/consumers';
import S3rver from '@20minutes/s3rver';
import { DUMMY_ACCOUNT } from '@20minutes/s3rver/lib/models/account.js';

const { MINIO_ROOT_USER = '', MINIO_ROOT_PASSWORD_FILE = '' } = process.env;
const password = readFileSync(MINIO_ROOT_PASSWORD_FILE, 'utf8').trim();
DUMMY_ACCOUNT.createKeyPair(MINIO_ROOT_USER, password);
DUMMY_ACCOUNT.revokeAccessKey('S3RVER');

const server = new S3rver({ directory: '/data', address: '0.0.0.0', port: 9000, silent: true, vhostBuckets: false });
await server.run();

/** Commands of mc by their first words; rights aren't kept to. */
const commands = {
  ls: () => {},
  mb: ({ words }) => mkdirSync(`/data/${words.at(-1).split('/')[1]}`, { recursive: true }),
  'admin user': ({ input }) => DUMMY_ACCOUNT.createKeyPair(...input.split('\n')),
  'admin policy': () => {},
};
const administration = createServer(async (request, response) => {
  const command = await json(request);
  const allowed = request.headers.authorization === `Basic ${btoa(`${MINIO_ROOT_USER}:${password}`)}`;
  const run = commands[command.words[0]] ?? commands[command.words.slice(0, 2).join(' ')];
  if (allowed) run?.(command);
  response.writeHead(allowed && run !== undefined ? 200 : 400).end();
}).listen(9001);

const end = () => {
  administration.close();
  void server.close().then(() => process.exit(0));
};
for (const signal of ['SIGTERM', 'SIGINT']) process.once(signal, end);
