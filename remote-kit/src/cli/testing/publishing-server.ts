import { createHash, createPublicKey, verify } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import type { answerSchema } from '@fridge/shared-contracts/page';
import {
  type TeamAction,
  teamActions,
  teamClaimsSchema,
  teamPaths,
  teamRequestSchemas,
} from '@fridge/shared-contracts/team';
import * as v from 'valibot';

/** A request whose signature and hashes are right. */
export interface SeenRequest {
  readonly action: TeamAction;
  readonly claims: v.InferOutput<typeof teamClaimsSchema>;
  readonly keyId: string;
  readonly body: unknown;
  /** Uploaded files by their part's name. */
  readonly files: ReadonlyMap<string, Buffer>;
}

/** What a request is answered with: an envelope, or anything that a broken way to the server does. */
export type Reply = v.InferInput<typeof answerSchema> | ((response: ServerResponse, request: IncomingMessage) => void);

/** A server that speaks the protocol of publishing: it verifies each request and answers what the test has prepared. */
export async function startPublishingServer(publicKey: string) {
  const seen: SeenRequest[] = [];
  const replies: Reply[] = [];
  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  // The address of a server that listens on a port.
  const { port } = server.address() as AddressInfo;

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    seen.push(await readRequest(request, publicKey));
    const reply = replies.shift();
    if (reply === undefined) throw new Error('The test has prepared no answer.');
    if (typeof reply === 'function') reply(response, request);
    else response.setHeader('content-type', 'application/json').end(JSON.stringify(reply));
  }

  return {
    url: `http://127.0.0.1:${port}`,
    seen,
    /** One for each request to come, in their order. */
    reply: (...next: readonly Reply[]) => void replies.push(...next),
    stop: () =>
      new Promise((resolve) => {
        server.close(resolve);
        server.closeAllConnections();
      }),
  };
}

const headerSchema = v.object({ alg: v.literal('EdDSA'), kid: v.string() });
const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

async function readRequest(request: IncomingMessage, publicKey: string): Promise<SeenRequest> {
  const action = actionOf(request.url);
  const bytes = await buffer(request);
  const { text, files } = await readBody(bytes, request.headers['content-type'] ?? '');
  const [head = '', payload = '', signature = ''] = (request.headers.authorization ?? '')
    .replace('Team ', '')
    .split('.');
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: publicKey }, format: 'jwk' });
  if (!verify(null, Buffer.from(`${head}.${payload}`), key, Buffer.from(signature, 'base64url')))
    throw new Error('The signature is wrong.');
  const claims = v.parse(teamClaimsSchema, decoded(payload));
  const body = v.parse(teamRequestSchemas[action], JSON.parse(text));
  if (claims.sub !== action || claims.body !== sha256(text)) throw new Error('The signature is for another request.');
  if ('release' in body && claims.release !== sha256(body.release)) throw new Error('The release is another.');
  return { action, claims, keyId: v.parse(headerSchema, decoded(head)).kid, body, files };
}

function actionOf(path: string | undefined): TeamAction {
  const found = teamActions.find((action) => teamPaths[action] === path);
  if (found === undefined) throw new Error(`Nothing is at ${path}.`);
  return found;
}

const decoded = (part: string): unknown => JSON.parse(Buffer.from(part, 'base64url').toString());

async function readBody(bytes: Buffer, type: string): Promise<{ text: string; files: Map<string, Buffer> }> {
  const files = new Map<string, Buffer>();
  if (!type.startsWith('multipart/')) return { text: bytes.toString(), files };
  const form = await new Response(new Uint8Array(bytes), { headers: { 'content-type': type } }).formData();
  let text = '';
  for (const [name, part] of form) {
    const content = typeof part === 'string' ? Buffer.from(part) : Buffer.from(await part.arrayBuffer());
    if (name === 'request') text = content.toString();
    else files.set(name, content);
  }
  return { text, files };
}
