import { cp, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import sirv from 'sirv';
import { cacheControlOf, changingFiles, type FileAnswer } from './changing-files.ts';
import { compress, COMPRESS_FROM_BYTES } from './content-encoding.ts';
import { contentTypeOf, isCompressible } from './content-type.ts';

/**
 * Copies a build to where nothing changes under the origin that serves it, whatever is built meanwhile, with the
 * compressed forms beside each file. The page itself is left as it is: the origin fills it in for each request.
 */
export async function freezeBuild(dist: string, target: string): Promise<string> {
  const draft = `${target}.draft`;
  await rm(draft, { recursive: true, force: true });
  await mkdir(dirname(target), { recursive: true });
  await cp(dist, draft, { recursive: true, preserveTimestamps: true });
  const files = await readdir(draft, { recursive: true, withFileTypes: true });
  for (const file of files) {
    if (!file.isFile() || file.name === 'index.html' || !isCompressible(contentTypeOf(file.name))) continue;
    const path = join(file.parentPath, file.name);
    const bytes = await readFile(path);
    if (bytes.length < COMPRESS_FROM_BYTES) continue;
    await Promise.all([
      compress(bytes, 'br', 'thorough').then((form) => writeFile(`${path}.br`, form)),
      compress(bytes, 'gzip', 'thorough').then((form) => writeFile(`${path}.gz`, form)),
    ]);
  }
  await rm(target, { recursive: true, force: true });
  await rename(draft, target);
  return target;
}

/**
 * Answers with the files of a frozen build by sirv, which lists the folder once. Ranges are ours: sirv 3.0.2 takes
 * `bytes=-500` for the first 500 bytes, throws on `bytes=5-2`, and cuts the compressed form where there is one.
 */
export function fixedFiles(folder: string): FileAnswer {
  const ranges = changingFiles(folder);
  const serve = sirv(folder, {
    extensions: [],
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders: (response, path) => {
      response.setHeader('cache-control', cacheControlOf(path));
      response.setHeader('accept-ranges', 'bytes');
    },
  });
  return async (request, response, urlPath) => {
    if (request.headers.range !== undefined) return ranges(request, response, urlPath);
    request.url = urlPath;
    // A file that somebody took away is a broken answer: sirv leaves its stream's error to end the process.
    response.once('pipe', (file: NodeJS.ReadableStream) => file.once('error', () => response.destroy()));
    let found = true;
    serve(request, response, () => {
      found = false;
    });
    return found;
  };
}
