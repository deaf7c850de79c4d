import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { contractText } from '@fridge/shared-contracts';
import { table } from '@fridge/shared-contracts/team';
import { type Command, InvalidArgumentError } from 'commander';
import type { HostCheck } from '../host-check/check-host.ts';
import { inRepository } from '../workspace.ts';
import type { Tool } from './tool.ts';

/** `ops host check`: whether what is live somewhere opens in the host of this release. */
export function addHostCheckCommand(program: Command, { env, progress, finish }: Tool): void {
  program
    .command('host')
    .description('the host of this release')
    .command('check')
    .argument('<site>', "the site's address, such as https://activities.example", originOf)
    .argument('[remotes...]', 'only these')
    .description(
      'opens every live release of a site in the host of this release, in a browser, before it is deployed there',
    )
    .action(async (site: string, remotes: readonly string[]) => {
      const folder = inRepository('host', 'dist');
      if (!existsSync(join(folder, 'index.html')))
        throw new Error(`${folder} has no build of the host: npm run build.`);
      const { checkHost } = await import('../host-check/check-host.ts');
      const result = await checkHost(site, { folder, remotes, env, progress });
      const isFine = result.without.length === 0 && result.checked.every(({ faults }) => faults.length === 0);
      finish(
        describe(result, isFine),
        { site, contract: contractText, ok: isFine, ...result },
        isFine ? 'done' : 'notDone',
      );
    });
}

function originOf(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol) && url.pathname === '/' && url.search === '') return url.origin;
  throw new InvalidArgumentError('Give the address that users open, such as https://activities.example.');
}

function describe({ checked, without }: HostCheck, isFine: boolean): string {
  const rows = checked.map(({ name, share, entry, now, opened, faults }) => ({
    remote: name,
    release: entry.version,
    share: now === null ? share : `${share}, instead of ${now}`,
    contract: entry.contract,
    routes: opened === null ? 'switched off' : `${opened} of ${entry.routes.length} open`,
    '': faults.length === 0 ? '' : '!',
  }));
  const reasons = checked.flatMap(({ name, entry, faults }) =>
    faults.map(({ path, why }) => `! ${name} ${entry.version} ${path}: ${why}`),
  );
  return [
    ...(rows.length === 0 ? [] : [table(rows)]),
    ...reasons,
    ...without.map(({ name, why }) => `! ${name}: ${why}`),
    isFine
      ? `The host of this release (contract ${contractText}) opens all that is live there.`
      : `The host of this release (contract ${contractText}) doesn't open all that is live there.`,
  ].join('\n');
}
