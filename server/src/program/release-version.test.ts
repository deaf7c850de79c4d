import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { readReleaseVersion, VERSION_FILE } from './release-version.ts';

const commit = 'a'.repeat(40);
const whole = { version: '1.0.0', commit, builtAt: '2026-11-22T22:51:16.000Z' };

it.each([
  ['a release', JSON.stringify(whole), whole],
  [
    'a release of changed sources',
    JSON.stringify({ ...whole, commit: `${commit}-modified` }),
    { commit: `${commit}-modified` },
  ],
  ['a release made without git', JSON.stringify({ ...whole, commit: 'unknown' }), { commit: 'unknown' }],
])('reads the version of %s', (_what, text, expected) => {
  expect(readReleaseVersion(folderWith(text))).toMatchObject(expected);
});

it.each([
  ['half a file', '{ "version": '],
  ['another commit', JSON.stringify({ ...whole, commit: 'main' })],
  ['a version that would break a line of the metrics', JSON.stringify({ ...whole, version: '1"\n' })],
])('takes %s for no version', (_what, text) => {
  expect(readReleaseVersion(folderWith(text))).toBeNull();
});

it('finds no version among sources', () => {
  expect(readReleaseVersion()).toBeNull();
});

function folderWith(text: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'release-version-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  writeFileSync(join(folder, VERSION_FILE), text);
  return folder;
}
