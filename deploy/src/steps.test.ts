import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ownNamesCommand, stepsOf } from './steps.ts';

it('takes the blocks that name machines, under their headings', () => {
  const text = ['## One', '```sh', 'shown', '```', '```sh web1', 'a', '', 'b', '```', '### Two', '```sh web1 web2'];
  expect(stepsOf([...text, '# no heading', '```', 'end'].join('\n'))).toEqual([
    { chapter: 'One', heading: 'One', machines: ['web1'], script: 'a\n\nb' },
    { chapter: 'One', heading: 'Two', machines: ['web1', 'web2'], script: '# no heading' },
  ]);
});

const page = readFileSync(join(import.meta.dirname, '../../docs/deploy.md'), 'utf8');

it('finds the command for own names', () =>
  expect(ownNamesCommand(page, 'a.test')).toMatch(/^site=a\.test\ngrep .*activities\.example .*\n.*\$site.*\n$/));

it('leaves the shell as it was: the steps after one may be typed into the same', () =>
  expect(stepsOf(page).filter(({ script }) => /^(umask|set) /m.test(script))).toEqual([]));

it('finds steps for every machine of docs/deploy.md, and no other', () => {
  const machines = new Set(stepsOf(page).flatMap((step) => step.machines));
  expect([...machines].toSorted()).toEqual(['data1', 'web1', 'web2']);
});
