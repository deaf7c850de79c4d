import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { stateFolderAt } from '../workspace.ts';
import { earlierFileNotices } from './start-product.ts';

it('names the copy of a former file until it is removed, and the variables of its keys', async () => {
  const root = await mkdtemp(join(tmpdir(), 'earlier-'));
  const state = stateFolderAt(root);
  expect(earlierFileNotices(state)).toEqual([]);
  await writeFile(`${state.settings}.earlier`, '{}');
  expect(earlierFileNotices(state)).toEqual([
    expect.stringMatching(/settings\.json\.earlier .*SIGNING_KEY and REPORT_LINK_KEY/),
  ]);
  await rm(root, { recursive: true });
});
