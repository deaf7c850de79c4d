import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { promisify } from 'node:util';
import type { ReleaseVersion } from '@fridge/server/program/release-version';
import * as v from 'valibot';
import { inRepository } from './workspace.ts';

const run = promisify(execFile);
const git = async (...words: readonly string[]): Promise<string> =>
  (await run('git', ['-C', inRepository('.'), ...words])).stdout.trim();

/** Of this repository; a copy without git has the commit `unknown` and the time of now. */
export async function versionOfSources(): Promise<ReleaseVersion> {
  const manifest: unknown = JSON.parse(await readFile(inRepository('package.json'), 'utf8'));
  const { version } = v.parse(v.object({ version: v.string() }), manifest);
  return { version, ...(await commitOfSources().catch(() => withoutCommit())) };
}

async function commitOfSources(): Promise<Omit<ReleaseVersion, 'version'>> {
  const [commit, seconds] = (await git('log', '-1', '--format=%H %ct')).split(' ');
  const modified = (await git('status', '--porcelain')) !== '';
  return {
    commit: `${commit}${modified ? '-modified' : ''}`,
    builtAt: new Date(Number(seconds) * 1000).toISOString(),
  };
}

const withoutCommit = () => ({ commit: 'unknown', builtAt: new Date().toISOString() });
