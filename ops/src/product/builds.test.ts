import { soundRelease } from '@fridge/server/testing/release-origin';
import { releaseSchema } from '@fridge/shared-contracts/team';
import { expect, it } from 'vitest';
import * as v from 'valibot';
import { answeringServer } from '../commands/testing/answering-server.ts';
import { listedRemote } from '../commands/testing/listed-remote.ts';
import { stateFolder } from '../workspace.ts';
import { publishedLines } from './builds.ts';

const { answeringBy, path } = answeringServer();

const address = 'http://localhost:4172/1.5.0/';
const { release } = soundRelease({ description: { version: '1.5.0' } });
const build = { release: v.parse(releaseSchema, JSON.parse(release)), address, folder: '', fromSource: false };

const stable = { version: '1.4.0', release: 'latest' };
const canary = { release: '1.5.0', percent: 10, entry: null };

it.each([
  ['is what pages get', { version: '1.5.0', release: 'latest' }, 'draw 1.5.0: published'],
  ['is pinned away', { version: '1.4.0', release: '1.4.0' }, 'draw 1.5.0: left as pinned, pages get 1.4.0'],
  [
    'is a canary',
    { ...stable, canary },
    'draw 1.5.0 for 10 % as canary, pages get 1.4.0 otherwise. To give it to all: npm run ops -- promote draw',
  ],
  [
    'was taken back',
    stable,
    `draw 1.5.0: not promoted, pages get 1.4.0. To take this build instead: npm run ops -- publish ${address} --move --promote`,
  ],
])('tells of a build that %s, and how to come back to it', async (_, remote, line) => {
  await answeringBy(({ command }) => {
    if (command === 'remotes') return { ok: true, data: { serial: 1, remotes: [listedRemote(remote)], unlisted: [] } };
    const named = {
      name: 'draw',
      version: '1.5.0',
      contract: '3.0',
      outcome: 'unchanged',
      files: 3,
      bytes: 9,
      baseUrl: address,
    };
    return {
      ok: true,
      data: { ...named, promoted: false, inForce: '1.4.0', pinned: false, canary: null, preview: null },
    };
  });
  expect(await publishedLines(stateFolder({ STATE_DIR: path() }), [build])).toEqual([line]);
});
