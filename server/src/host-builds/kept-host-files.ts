import type { Queries } from '../database/database.ts';
import { acceptedEncoding } from '../host-origin/content.ts';
import { sendStored } from '../host-origin/send-stored.ts';
import { hasHashedName, type OriginHandler } from '../host-origin/serve-origin.ts';
import type { Log } from '../log.ts';
import { integrityOf } from '../publishing/release-files.ts';
import { objectCache } from '../uploaded-releases/object-cache.ts';
import { type KnownFile, knownHostFiles, readHostFile } from './known-files.ts';
import type { FileForm } from './read-host-build.ts';

/** Several builds with their compressed forms. */
const KEPT_BYTES = 8 * 1024 * 1024;

/**
 * Files of other builds of the host than this process's: those before the last deployments, and the next one's while
 * processes are changed one after another. Only bytes with the hash that was recorded are sent.
 */
export function keptHostFiles({ queries, log }: { queries: Queries; log?: Log }): OriginHandler {
  const files = knownHostFiles(queries);
  const cached = objectCache(KEPT_BYTES);
  const told = new Set<string>();
  const read = async (known: KnownFile, form: FileForm): Promise<Buffer | null> => {
    const content = await readHostFile(queries, known, form);
    if (content === null || integrityOf(content) === known.forms.get(form)) return content;
    const { build, file } = known;
    if (!told.has(`${build} ${file}`)) log?.error({ event: 'hostFileChanged', build, file });
    told.add(`${build} ${file}`);
    return null;
  };
  return async (request, reply, path) => {
    const file = path.slice(1);
    if (!hasHashedName(file)) return false;
    const accepted = request.headers.range === undefined ? acceptedEncoding(request.headers['accept-encoding']) : null;
    // Again if its build was removed meanwhile: another may have the file.
    for (const attempt of ['first', 'again']) {
      const known = await files.find(file);
      const integrity = known?.forms.get('identity');
      if (known === null || integrity === undefined) return false;
      const encoding = accepted !== null && known.forms.has(accepted) ? accepted : null;
      const form = encoding ?? 'identity';
      const content = await cached(`${known.build} ${file} ${form}`, () => read(known, form));
      if (content !== null) return sendStored(request, reply, { file, integrity, encoding, content });
      if (attempt === 'first') files.forget(known);
    }
    return false;
  };
}
