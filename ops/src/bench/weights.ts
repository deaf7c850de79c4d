import { readdir, readFile, stat } from 'node:fs/promises';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import * as v from 'valibot';
import { releaseSchema } from '@fridge/shared-contracts/host';
import { inRepository, presentRemotes } from '../workspace.ts';

const deflate = promisify(gzip);

/** Loaded on use. Transferred KB (1000 bytes). */
type LaterFile = { remote: string; file: string; kind: 'script' | 'music' | 'picture' | 'other'; kilobytes: number };

/** The build's compressed forms of a file. */
const COMPRESSED = /\.(br|gz)$/;

/** The heaviest first by remote; only scripts are compressed. */
export async function measureLaterFiles(): Promise<LaterFile[]> {
  const files: LaterFile[] = [];
  for (const { name, folder } of presentRemotes()) {
    const dist = inRepository(folder, 'dist');
    const release = v.parse(releaseSchema, JSON.parse(await readFile(`${dist}/release.json`, 'utf8')));
    const atOnce = new Set([...release.routes.flatMap(({ scripts }) => scripts), ...release.styles.map(({ file }) => file)]);
    const all = await readdir(`${dist}/assets`);
    const later = await Promise.all(all.map((file) => `assets/${file}`).filter((file) => !atOnce.has(file) && !COMPRESSED.test(file)).map((file) => weigh(name, dist, file)));
    files.push(...later.toSorted((a, b) => b.kilobytes - a.kilobytes));
  }
  return files;
}

async function weigh(remote: string, dist: string, file: string): Promise<LaterFile> {
  const path = `${dist}/${file}`;
  const kind = kindOf(file);
  const bytes = kind === 'script' ? (await deflate(await readFile(path), { level: 9 })).length : (await stat(path)).size;
  return { remote, file: withoutHash(file), kind, kilobytes: bytes / 1000 };
}

function kindOf(file: string): LaterFile['kind'] {
  if (file.endsWith('.js')) return 'script';
  if (/\.(wav|mp3|ogg|m4a)$/.test(file)) return 'music';
  return /\.(svg|png|jpe?g|webp|avif)$/.test(file) ? 'picture' : 'other';
}

/** `assets/story-Ab12Cd34.js` is `story.js`. */
const withoutHash = (file: string): string => file.replace(/^assets\//, '').replace(/-[\w-]{8}(?=\.\w+$)/, '');
