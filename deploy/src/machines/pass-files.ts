import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import type { Machine } from './machine.ts';

/** As `ssh … tar -c | ssh … tar -x` in the pages: owners by their names. @param into an existing folder */
export const passFiles = (
  { from, folder, paths }: { from: Machine; folder: string; paths: readonly string[] },
  { to, into }: { to: Machine; into: string },
): Promise<void> => passArchive(from.start(`tar -C ${folder} -c ${paths.join(' ')}`), to, `tar -C ${into} -x`);

/** @param source writes an archive to its standard output @param line of bash that unpacks it */
export async function passArchive(source: ChildProcess, to: Machine, line: string): Promise<void> {
  // tar reads no further than the archive's end, and more may come: zeros up to a whole block.
  const target = to.start(`${line} && cat > /dev/null`);
  if (source.stdout === null || target.stdin === null) throw new Error('unreachable');
  const ended = [once(source, 'close'), once(target, 'close')];
  await pipeline(source.stdout, target.stdin);
  const codes = (await Promise.all(ended)).map(([code]: unknown[]) => code);
  if (codes.some((code) => code !== 0)) throw new Error(`What "${line}" unpacks didn't reach ${to.name}.`);
}
