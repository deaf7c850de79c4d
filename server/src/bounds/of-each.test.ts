import { expect, it } from 'vitest';
import { ofEach } from './of-each.ts';

it('works on the others when one fails, and tells of the first failure', async () => {
  const done: string[] = [];
  const work = async (item: string) => {
    await Promise.resolve();
    if (item.startsWith('bad')) throw new Error(item);
    done.push(item);
  };
  await expect(ofEach(['a', 'bad 1', 'b', 'bad 2', 'c'], work)).rejects.toThrow('bad 1');
  expect(done).toEqual(['a', 'b', 'c']);
});
