import { expect, it } from 'vitest';
import { createCurrentCanaries } from './current-canaries.ts';

const documentWith = (version: number) =>
  JSON.stringify({
    version,
    remotes: { draw: { enabled: true, release: 'latest', canary: { release: '1.5.0', percent: 10 } } },
  });

it.each([
  ['has a canary', documentWith(2), 'draw', '1.5.0'],
  ['has none of a remote that it does not name', documentWith(2), 'constructor', null],
  ['of a later program has none', documentWith(99), 'draw', null],
  ['that is no document has none', '{', 'draw', null],
])('a registry document %s', (_, document, remote, canary) => {
  const version = {
    name: 'registry',
    serial: 1,
    document,
    event: 1,
    changedBy: '王梅',
    why: '',
    way: 'command',
    changedAt: new Date(0),
  } as const;
  expect(createCurrentCanaries({ current: () => version })(remote)).toBe(canary);
});
