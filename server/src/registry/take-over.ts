import { createHash } from 'node:crypto';
import {
  readRegistry,
  type RegistryEntry,
  releaseVersionSchema,
  remoteNameSchema,
} from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import type { Queries } from '../database/database.ts';
import { emptyRegistry, LATEST, type RegistryDocument } from './registry-document.ts';
import { type Author, insertPromotion, insertRelease } from './releases.ts';

const BY_FILE: Author = { by: 'file', why: 'taken over from a registry of version 1', way: 'file' };
const BY_START: Author = { ...BY_FILE, by: 'start', way: 'start' };

/**
 * Makes releases and promotions of a registry of version 1, whose entries were whole releases.
 * @returns the document with its switches and pins, without entries that can't be read; `null` if it is no such registry
 */
export async function takeOverRegistry(
  former: unknown,
  transaction: Queries,
  now = Date.now(),
): Promise<RegistryDocument | null> {
  const read = readRegistry(former);
  if (read === null) return null;
  const remotes: RegistryDocument['remotes'] = {};
  for (const [name, entry] of Object.entries(read.registry.remotes)) {
    if (!v.is(remoteNameSchema, name)) continue;
    const { enabled, pin, ...described } = entry;
    const version = versionOf(entry);
    const { baseUrl, file } = addressOf(entry.entry);
    const author = isOfStart(entry) ? BY_START : BY_FILE;
    await insertRelease(transaction, { release: { ...described, name, version, entry: file }, baseUrl }, author, now);
    await insertPromotion(transaction, { name, version, kind: 'publish' }, author, now);
    remotes[name] = { enabled, release: pin === null ? LATEST : version };
  }
  return { ...emptyRegistry, remotes };
}

/** A development build had none. */
function versionOf(entry: RegistryEntry): string {
  if (v.is(releaseVersionSchema, entry.version)) return entry.version;
  return `0.0.0+${createHash('sha256').update(JSON.stringify(entry)).digest('hex').slice(0, 8)}`;
}

function addressOf(entry: string): { baseUrl: string; file: string } {
  const baseUrl = new URL('.', entry).href;
  return { baseUrl, file: entry.slice(baseUrl.length) };
}

/** `npm start` serves each build of its machine below its version. */
function isOfStart({ entry, version }: RegistryEntry): boolean {
  const { hostname, pathname } = new URL(entry);
  return ['localhost', '127.0.0.1'].includes(hostname) && version !== '' && pathname.startsWith(`/${version}/`);
}
