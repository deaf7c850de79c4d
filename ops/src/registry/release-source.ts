import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fetchAsPage, type FileKind } from './fetch-as-page.ts';

/** Where a release's files can be read, and where browsers load them from. */
export type ReleaseSource = {
  /** Base URL of the release, with a slash at the end. */
  baseUrl: string;
  /** @throws with the reason why a page wouldn't get the file */
  read(file: string, kind: FileKind, mostBytes: number): Promise<Buffer>;
  /** Reads a file from the URL at which a page retries it (docs/contract.md, "What your origin has to do"). */
  readRetried?(file: string, kind: FileKind, mostBytes: number): Promise<Buffer>;
};

const RELEASE_LIMIT_MS = 60_000;

/** A release at its URL, read as a page of the host reads it. @param origin the host's */
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

/** A release in a folder, before its origin is open. */
export function keptSource(folder: string, baseUrl: string): ReleaseSource {
  return { baseUrl, read: (file) => readFile(join(folder, file)) };
}
