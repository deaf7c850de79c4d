import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchAsPage, type FileKind } from './fetch-as-page.ts';

/** Where a release's files can be read and where browsers will load them from. */
export type ReleaseSource = {
  /** Base address of the release, with its closing slash. */
  baseUrl: string;
  /** @throws with why a page wouldn't get the file */
  read(file: string, kind: FileKind, mostBytes: number): Promise<Buffer>;
  /** Reads a file by the address at which a page retries it (docs/contract.md, "What your origin has to do"). */
  readRetried?(file: string, kind: FileKind, mostBytes: number): Promise<Buffer>;
};

/** A release that takes longer than this as a whole isn't served well enough for users either. */
const RELEASE_LIMIT_MS = 60_000;

/** A release at its address, read the way a page of the host reads it. @param origin the host's */
export function servedSource(address: string, origin: string): ReleaseSource {
  const baseUrl = address.replace(/release\.json$/, '').replace(/\/?$/, '/');
  const signal = AbortSignal.timeout(RELEASE_LIMIT_MS);
  const retried = (file: string) => {
    const url = new URL(file, baseUrl);
    url.pathname = `/~1${url.pathname}`;
    return url.href;
  };
  return {
    baseUrl,
    read: (file, kind, mostBytes) => fetchAsPage(new URL(file, baseUrl).href, { origin, kind, mostBytes, signal }),
    readRetried: (file, kind, mostBytes) => fetchAsPage(retried(file), { origin, kind, mostBytes, signal }),
  };
}

/** A release in a folder of this machine, whose origin isn't open yet. */
export function keptSource(folder: string, baseUrl: string): ReleaseSource {
  return { baseUrl, read: (file) => readFile(join(folder, file)) };
}
