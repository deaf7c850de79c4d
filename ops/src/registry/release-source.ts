import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchAsPage, type FileKind } from './fetch-as-page.ts';

export type ReleaseSource = {
  /** With a trailing slash. */
  baseUrl: string;
  /** @throws with the reason why a page wouldn't get the file */
  read(file: string, kind: FileKind, mostBytes: number): Promise<Buffer>;
  /** From the URL of a page's retry (docs/contract.md, "What your origin has to do"). */
  readRetried?(file: string, kind: FileKind, mostBytes: number): Promise<Buffer>;
};

const RELEASE_LIMIT_MS = 60_000;

/** Read as a page of the host does. @param origin the host's */
export function servedSource(address: string, origin: string): ReleaseSource {
  const baseUrl = address.replace(/release\.json$/, '').replace(/\/?$/, '/');
  const signal = AbortSignal.timeout(RELEASE_LIMIT_MS);
  const get = (url: URL, kind: FileKind, mostBytes: number) => fetchAsPage(url.href, { origin, kind, mostBytes, signal });
  return {
    baseUrl,
    read: (file, kind, mostBytes) => get(new URL(file, baseUrl), kind, mostBytes),
    readRetried(file, kind, mostBytes) {
      const url = new URL(file, baseUrl);
      url.pathname = `/~1${url.pathname}`;
      return get(url, kind, mostBytes);
    },
  };
}

/** Before its origin opens. */
export function keptSource(folder: string, baseUrl: string): ReleaseSource {
  return { baseUrl, read: (file) => readFile(join(folder, file)) };
}
