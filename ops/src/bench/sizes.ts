import { readdir, readFile } from 'node:fs/promises';
import { get } from 'node:http';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import * as v from 'valibot';
import { releaseSchema } from '@fridge/shared-contracts/host';
import { inRepository, presentRemotes } from '../workspace.ts';

const deflate = promisify(gzip);

/** Of a cold visit, KB (1000 bytes), gzip level 9. */
type RouteSize = { route: string; host: number; remote: number; styles: number; total: number };

export async function measureSizes(): Promise<RouteSize[]> {
  const hostDist = inRepository('host/dist');
  const html = await readFile(`${hostDist}/index.html`, 'utf8');
  const linked = [...new Set([...html.matchAll(/(?:src|href)="\/(assets\/[^"]+\.(js|css))"/g)].map(([, file = '']) => file))];
  const host = await sizeOf(hostDist, linked.filter((file) => file.endsWith('.js')));
  const hostStyles = await sizeOf(hostDist, linked.filter((file) => file.endsWith('.css')));
  const sizes: RouteSize[] = [];
  for (const { folder } of presentRemotes()) {
    const dist = inRepository(folder, 'dist');
    if (!(await readdir(dist)).includes('release.json')) continue;
    const release = v.parse(releaseSchema, JSON.parse(await readFile(`${dist}/release.json`, 'utf8')));
    const styles = hostStyles + (await sizeOf(dist, release.styles.map(({ file }) => file)));
    for (const { path, scripts } of release.routes) {
      const remote = await sizeOf(dist, scripts);
      sizes.push({ route: path, host, remote, styles, total: host + remote });
    }
  }
  return sizes;
}

/** KB; node's client doesn't decompress. */
export function transferSize(url: string, encoding: 'br' | 'gzip'): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, (answer) => {
      let bytes = 0;
      answer.on('data', (chunk: Buffer) => (bytes += chunk.length)).on('end', () => resolve(bytes / 1000)).on('error', reject);
    }).on('error', reject);
  });
}

async function sizeOf(folder: string, files: readonly string[]): Promise<number> {
  const sizes = await Promise.all(files.map(async (file) => (await deflate(await readFile(`${folder}/${file}`), { level: 9 })).length));
  return sizes.reduce((sum, size) => sum + size, 0) / 1000;
}
