import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { movedAddress } from '@fridge/shared-contracts/page';
import { type Release, sizeText } from '@fridge/shared-contracts/team';
import type { Queries } from '../../database/database.ts';
import { messageOf } from '../../storage/text.ts';
import type { ReleaseProblem } from '../release-refused.ts';

export type ReleaseSource = {
  /** With a trailing slash. */
  baseUrl: string;
  /** Built on this machine a moment ago: the build has parsed the scripts. */
  isLocal?: boolean;
  /** The team that sends it: its checks take fair turns with those of others. */
  sender?: string;
  /** Its files came with the request, and this program serves them. */
  isUploaded?: boolean;
  /** `release.json`, where it came with the request. */
  description?: Buffer | undefined;
  /** Why its files aren't asked for. */
  refused?: ReleaseProblem | null;
  /** @throws with the reason why a page wouldn't get the file */
  read(file: string, kind: FileKind, mostBytes: number): Promise<Buffer>;
  /** From the URL of a page's retry (docs/contract.md, "What your origin has to do"). */
  readRetried?(file: string, kind: FileKind, mostBytes: number): Promise<Buffer>;
  /** Paths of the files that came with the request: each has to be listed, and come once. */
  sent?: readonly string[];
  /** Of the files that `keep` stores: bytes by path, without the compressed forms. */
  kept?: ReadonlyMap<string, number>;
  /**
   * Stores what came with the request. @returns serves it from the end of a transaction on @throws when the store fails
   */
  keep?(release: Pick<Release, 'name' | 'version'>): Promise<(transaction: Queries) => Promise<void>>;
};

/** Of a release.json; far above any. */
export const DESCRIPTION_BYTES = 256 * 1024;
const RELEASE_LIMIT_MS = 60_000;

/** Read as a page of the host does. @param origin the host's @param limitMs for all files together */
export function servedSource(address: string, origin: string, limitMs = RELEASE_LIMIT_MS): ReleaseSource {
  const baseUrl = address.replace(/release\.json$/, '').replace(/\/?$/, '/');
  const signal = AbortSignal.timeout(limitMs);
  const get = (url: URL, kind: FileKind, mostBytes: number) =>
    fetchAsPage(url.href, { origin, kind, mostBytes, signal });
  return {
    baseUrl,
    read: (file, kind, mostBytes) => get(new URL(file, baseUrl), kind, mostBytes),
    readRetried: (file, kind, mostBytes) => get(new URL(movedAddress(new URL(file, baseUrl).href, 1)), kind, mostBytes),
  };
}

/** A build of this machine, which the address serves. */
export const localSource = (baseUrl: string, folder: string): ReleaseSource => ({
  baseUrl,
  isLocal: true,
  read: (file) => readFile(join(folder, file)),
});

/** `shell`: markup and styles, which pages get from the host's origin. `map`: of a script, which no page gets. */
export type FileKind = 'description' | 'script' | 'style' | 'asset' | 'picture' | 'shell' | 'map';

type FetchAsPage = {
  origin: string;
  kind: FileKind;
  /** Limit of the uncompressed body. */
  mostBytes: number;
  signal: AbortSignal;
};

const FILE_LIMIT_MS = 15_000;

/**
 * Fetches as a page of the host does: across origins, with a content type that browsers accept.
 * @throws with the first reason why a page wouldn't get it, without the URL
 */
export async function fetchAsPage(url: string, { origin, kind, mostBytes, signal }: FetchAsPage): Promise<Buffer> {
  if (isMixedContent(url, origin)) throw new Error(`pages of ${origin} load nothing over plain http`);
  const limit = AbortSignal.any([signal, AbortSignal.timeout(FILE_LIMIT_MS)]);
  const failed = (error: unknown) => {
    throw new Error(limit.aborted ? 'it took too long' : reasonOf(error));
  };
  const headers = { origin, accept: '*/*', 'cache-control': 'no-cache' };
  const response = await fetch(url, { headers, redirect: 'manual', signal: limit }).catch(failed);
  const refusal = refusalOf(response, kind, origin);
  if (refusal !== null) throw new Error(refusal);
  const body = await readBody(response, mostBytes).catch(failed);
  if (body === null) throw new Error(`it has more than ${sizeText(mostBytes)}`);
  return body;
}

/** Secure pages load http only from their own machine. */
function isMixedContent(url: string, origin: string): boolean {
  const { protocol, hostname } = new URL(url);
  return origin.startsWith('https:') && protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname);
}

const accepted = {
  script: ['text/javascript', /^(?:text|application)\/(?:javascript|ecmascript|x-javascript)\s*(?:;|$)/i],
  style: ['text/css', /^text\/css\s*(?:;|$)/i],
  picture: ['image/*', /^image\//i],
  /** A page in its place is the answer of an origin that doesn't have it. */
  asset: ['anything but a page', /^(?!text\/html)/i],
} as const;

/** No page loads it from there. */
const isForServer = (kind: FileKind) => kind === 'description' || kind === 'shell' || kind === 'map';

/** @returns why pages don't take a file of this content type, or `null` */
export function wrongTypeOf(type: string, kind: FileKind): string | null {
  if (isForServer(kind)) return null;
  const [expected, pattern] = accepted[kind];
  return pattern.test(type) ? null : `its content type is "${type}", and pages take ${expected} only`;
}

function refusalOf({ status, headers }: Response, kind: FileKind, origin: string): string | null {
  if (status >= 300 && status < 400) return `it leads elsewhere (${status} to ${headers.get('location') ?? 'nowhere'})`;
  if (status !== 200) return `the origin answers ${status}`;
  if (isForServer(kind)) return null;
  const type = headers.get('content-type') ?? '';
  const wrongType = wrongTypeOf(type, kind);
  if (wrongType !== null) return wrongType;
  const allowed = headers.get('access-control-allow-origin');
  const isMedia = kind === 'picture' || (kind === 'asset' && /^(?:image|audio|video)\//i.test(type));
  if (isMedia || allowed === '*' || allowed === origin) return null;
  const found = `Access-Control-Allow-Origin is ${allowed === null ? 'missing' : `"${allowed}"`}`;
  return `pages of ${origin} may not read it (${found})`;
}

/** @returns `null` when it is too large */
async function readBody({ body }: Response, mostBytes: number): Promise<Buffer | null> {
  const parts: Uint8Array[] = [];
  let bytes = 0;
  for await (const part of body ?? []) {
    bytes += part.length;
    if (bytes > mostBytes) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  if (cause instanceof AggregateError && cause.errors[0] !== undefined) return reasonOf(cause.errors[0]);
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  return UNKNOWN_AUTHORITY.test(code)
    ? `its certificate is signed by an authority that this server doesn't know (${code}). For an authority of your own, operators name its certificate's file in NODE_EXTRA_CA_CERTS and restart the server`
    : messageOf(cause);
}

/** OpenSSL's codes of a chain without a known root. */
const UNKNOWN_AUTHORITY =
  /^(?:SELF_SIGNED_CERT_IN_CHAIN|DEPTH_ZERO_SELF_SIGNED_CERT|UNABLE_TO_(?:GET_ISSUER_CERT(?:_LOCALLY)?|VERIFY_LEAF_SIGNATURE)|CERT_UNTRUSTED)$/;
