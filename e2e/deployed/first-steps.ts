import { execFile } from 'node:child_process';
import type { KeyObject } from 'node:crypto';
import { promisify } from 'node:util';
import type { Machine } from '../../deploy/src/machines/machine.ts';
import type { Visitor } from '../../deploy/src/machines/network.ts';
import { originOf } from '../../deploy/src/site.ts';
import { firstRemotes, inRepository } from '../../ops/src/workspace.ts';
import { LEVEL } from '../production/environment.ts';
import { exportedLines } from '../production/household.ts';
import { crowd, customer } from './customers.ts';
import { opsOn } from './site.ts';

export const because = ['--as', '王梅', '--why', '上线'] as const;
export const couponPage = 'https://coupon.example/fridge';

const open = { start: null, end: '2099-12-31T23:59:59+08:00' };
export const settings = { couponPage, windows: { campaign2023: open, contest: open } };

/** Served from files of nginx; the others are uploaded. */
const SERVED = 'campaign2023';

type Hands = {
  web1: Machine;
  visitor: Visitor;
  team: { publicKey: KeyObject; privateKey: KeyObject };
  env: NodeJS.ProcessEnv;
};

/** The first steps of docs/operations.md: settings, a team that publishes, households, prizes and coupons. */
export async function takeFirstSteps({ web1, visitor, team, env }: Hands, print: (line: string) => void) {
  const ops = (...words: readonly string[]) => opsOn(web1, [...words, ...because]);
  await web1.write('/root/settings.json', JSON.stringify(settings));
  await ops('config', 'apply', 'settings', '/root/settings.json', '--expect', '1');
  const key = team.publicKey.export({ format: 'jwk' }).x ?? '';
  const remotes = ['--remotes', firstRemotes.join(), '--origins', originOf('remotes')];
  await ops('team', 'add', 'fridge', ...remotes, '--key', key);
  await web1.copy(inRepository(`remote-${SERVED}`, 'dist'), `/srv/remotes/${SERVED}/1.0.0`);
  const privateKey = String(team.privateKey.export({ type: 'pkcs8', format: 'pem' }));
  await Promise.all(
    firstRemotes.map((name) => {
      const from = name === SERVED ? ['--url', `${originOf('remotes')}/${name}/1.0.0/`] : [];
      const kit = ['--import', 'tsx', 'remote-kit/src/cli/main.ts', 'publish', '--api', originOf('api')];
      const words = [process.execPath, ...kit, ...from, '--folder', inRepository(`remote-${name}`)];
      const [command, ...rest] = visitor.command(words);
      return promisify(execFile)(command, rest, { cwd: inRepository(), env: { ...env, REMOTE_KIT_KEY: privateKey } });
    }),
  );
  print('the team has published four remotes');
  await web1.write('/root/households.jsonl', [customer, ...crowd].map(exportedLines).join(''));
  await ops('households', 'import', '/root/households.jsonl');
  await ops('draw', 'set', String(LEVEL), '--weight', '1', '--stock', '5', '--confirm');
  await ops('draw', 'set', '0', '--weight', '0', '--confirm');
  await ops('coupons', 'set', 'coupon', '--cap', '1000', '--daily-cap', '100');
  print('operators have taken the first steps');
}
