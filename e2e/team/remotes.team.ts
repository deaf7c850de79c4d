import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { test } from '@playwright/test';
import { firstRemotes, inRepository } from '../../ops/src/workspace.ts';

const run = promisify(execFile);

for (const name of firstRemotes)
  test(`our own ${name} passes the check that every team's remote has to pass`, async () => {
    await run('npm', ['run', '--silent', 'check', '-w', `remote-${name}`], { cwd: inRepository() }).catch(
      ({ stdout, stderr }: { stdout: string; stderr: string }) => {
        throw new Error(stdout + stderr);
      },
    );
  });
