import { readdirSync, readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { inRepository } from '../workspace.ts';
import { runCli } from './run-cli.ts';

const pages = [
  'README.md',
  'ops/README.md',
  'server/README.md',
  ...readdirSync(inRepository('docs'))
    .filter((name) => name.endsWith('.md'))
    .map((name) => join('docs', name)),
];
const written = pages.flatMap((page) =>
  readFileSync(inRepository(page), 'utf8')
    .split('\n')
    .flatMap((line) => /^(?:npm run ops --|fridge ops) (.+)$/.exec(line)?.[1] ?? []),
);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'documented-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

it('finds commands in the documentation', () => expect(written.length).toBeGreaterThan(20));

it.each([...new Set(written)].map((line) => [line]))(
  'documents a valid command: %s',
  { timeout: 60_000 },
  async (line) => {
    const words = [...line.matchAll(/"([^"]*)"|(\S+)/g)]
      .map(([, quoted, plain]) => quoted ?? plain ?? '')
      .map((word) => (word === 'PUBLICKEY' ? 'A'.repeat(43) : word));
    // With no product running most can't be done; none may be taken for a slip of the hand.
    const { code, output } = await runCli(words, { env: { STATE_DIR: folder, PORT: '64000' } });
    expect([code, output]).not.toEqual([2, expect.anything()]);
  },
);
