import { chmodSync, chownSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { spawnSync } from 'node:child_process';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { packageFolder } from './package-folder.ts';
import { bundledServer } from '../testing/server-process.ts';
import { testEnvironment } from '../testing/test-server.ts';
import { unprivilegedUser } from '../testing/unprivileged-user.ts';
import { FolderNotWritable, makeWritable } from './writable-folder.ts';

let base: string;
beforeEach(() => {
  base = mkdtempSync(join(tmpdir(), 'fridge-folder-'));
  chmodSync(base, 0o755);
});
afterEach(() => rmSync(base, { recursive: true, force: true }));

describe('makeWritable', () => {
  it('creates a folder with its parents', async () => {
    await makeWritable(join(base, 'a', 'b'), 'DATA_DIR');
    expect(readdirSync(join(base, 'a'))).toEqual(['b']);
  });

  it('names the problem and the variable in plain words', async () => {
    writeFileSync(join(base, 'file'), '');
    await expect(makeWritable(join(base, 'file'), 'DATA_DIR')).rejects.toThrow(FolderNotWritable);
    await expect(makeWritable(join(base, 'file', 'data'), 'UPLOADS_DIR')).rejects.toThrow(
      /The folder .*data can't be written: a part of its path is a file\..*UPLOADS_DIR/,
    );
  });
});

describe('a server on a read-only folder', () => {
  it.each([
    ['the state folder', '.', 'OPERATOR_SOCKET'],
    ['its uploads', 'uploads', 'UPLOADS_DIR'],
    ['its database', 'data', 'DATA_DIR'],
  ])('exits with 1 and plain words, no stack: %s', { timeout: 60_000 }, async (_, name, variable) => {
    const user = unprivilegedUser();
    const readOnly = join(base, name);
    mkdirSync(readOnly, { recursive: true });
    if (user !== null) for (const folder of [base, readOnly]) chownSync(folder, user.uid, user.gid);
    chmodSync(readOnly, 0o555);
    const { status, stderr } = spawnSync(process.execPath, [await bundledServer()], {
      cwd: packageFolder,
      env: { PATH: process.env['PATH'], HOST: '127.0.0.1', ...testEnvironment(base, {}) },
      encoding: 'utf8',
      ...user,
    });
    expect(status).toBe(1);
    expect(stderr).toMatch(new RegExp(`^The folder .* can't be written: this user may not\\. .*${variable}`));
    expect(stderr).not.toMatch(/^ {4}at |"at":/m);
    chmodSync(readOnly, 0o755);
  });
});
