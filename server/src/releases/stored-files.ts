import { buffer } from 'node:stream/consumers';
import { inArray } from 'drizzle-orm';
import { askedTogether, rowsByKey } from '../database/batches.ts';
import { acceptedEncoding } from '../host-origin/content.ts';
import { sendStored } from '../host-origin/send-stored.ts';
import type { OriginHandler } from '../host-origin/serve-origin.ts';
import { integrityOfSent } from './publish/release-files.ts';
import { recentlyUsed } from '../bounds/recently-used.ts';
import type { Services } from '../program/services.ts';
import { type FileForm, readStored } from './file-store.ts';
import { servedFiles } from './tables.ts';

type Forms = ReadonlyMap<FileForm, string>;

/** Each form of a file, with its hash; none: nothing is served at the path. */
const readForms = askedTogether('storedFiles', async (queries, paths): Promise<Forms[]> => {
  const { path, encoding, hash } = servedFiles;
  const rows = await queries
    .select({ path, encoding, hash })
    .from(servedFiles)
    .where(inArray(path, [...paths]));
  const found = rowsByKey(paths, rows, (row) => row.path);
  return found.map((forms) => new Map(forms.map((form) => [form.encoding, form.hash])));
});

const KEPT_PATHS = 10_000;

/**
 * Serves files of the store, from memory where it can: an object storage answers far slower than a disk. Only bytes
 * with the hash that was recorded are sent. While the database is away, what is known is found.
 * @param options.pathOf what of the store a request asks for; `null`: nothing
 * @param options.keptBytes in memory
 */
export function storedFileHandler(
  { queries, releaseStorage, log }: Pick<Services, 'queries' | 'releaseStorage' | 'log'>,
  { pathOf, keptBytes }: { pathOf: (path: string) => string | null; keptBytes: number },
): OriginHandler {
  const known = recentlyUsed<Forms>(KEPT_PATHS);
  const contents = recentlyUsed<Buffer>(keptBytes, ({ length }) => length);
  const reading = new Map<string, Promise<Buffer | null>>();
  const told = new Set<string>();

  const read = async (hash: string, path: string): Promise<Buffer | null> => {
    const stored = await readStored(releaseStorage, hash);
    if (stored === null) return null;
    const content = await buffer(stored.content);
    if ((await integrityOfSent(content)) === hash) return contents.set(hash, content);
    if (!told.has(hash)) log.error({ event: 'storedFileChanged', file: path });
    told.add(hash);
    return null;
  };
  /** Who asks for one that is being read waits for it. */
  const contentOf = async (hash: string, path: string): Promise<Buffer | null> => {
    const kept = contents.get(hash);
    if (kept !== undefined) return kept;
    const running = reading.get(hash) ?? read(hash, path).finally(() => reading.delete(hash));
    reading.set(hash, running);
    return running;
  };

  return async (request, reply, asked) => {
    const path = pathOf(asked);
    if (path === null) return false;
    const forms = known.get(path) ?? (await readForms(queries, path));
    const integrity = forms.get('identity');
    if (integrity === undefined) return false;
    known.set(path, forms);
    const accepted = request.headers.range === undefined ? acceptedEncoding(request.headers['accept-encoding']) : null;
    const encoding = accepted !== null && forms.has(accepted) ? accepted : null;
    const content = await contentOf(forms.get(encoding ?? 'identity') ?? integrity, path);
    return content !== null && sendStored(request, reply, { file: path, integrity, encoding, content });
  };
}
