import { once } from 'node:events';
import { pipeline } from 'node:stream/promises';
import type { Machine } from './machine.ts';

/** As `ssh … tar -c | ssh … tar -x` in the pages: owners by their names. @param into an existing folder */
export async function passFiles(
  { from, folder, paths }: { from: Machine; folder: string; paths: readonly string[] },
  { to, into }: { to: Machine; into: string },
): Promise<void> {
  const source = from.start(`tar -C ${folder} -c ${paths.join(' ')}`);
  // tar reads no further than the archive's end, and more may come: zeros up to a whole block.
  const target = to.start(`tar -C ${into} -x && cat > /dev/null`);
  if (source.stdout === null || target.stdin === null) throw new Error('unreachable');
  const ended = once(target, 'close');
  await pipeline(source.stdout, target.stdin);
  const [code]: unknown[] = await ended;
  if (code !== 0) throw new Error(`${paths.join()} didn't reach ${to.name}.`);
}
