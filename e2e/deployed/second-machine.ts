import type { Machine } from '../../deploy/src/machines/machine.ts';
import { passFiles } from '../../deploy/src/machines/pass-files.ts';
import { bringRelease, follow, names } from '../../deploy/src/site.ts';
import type { Site } from './site.ts';

const CHAPTER = 'Two machines';
const quiet = () => undefined;
const step = (number: number) => (heading: string) => heading.startsWith(`${number}. `);

/** Makes two machines of one, as docs/deploy.md says; commands between machines are done by hand here. */
export async function addSecondMachine(site: Site): Promise<{ web2: Machine; data1: Machine }> {
  const { web1, release } = site;
  const [data1, web2] = [await site.boot('data1'), await site.boot('web2')];
  for (const machine of [data1, web2]) await bringRelease(machine, release);

  await follow(CHAPTER, [data1], quiet, { only: step(1) });
  await web1.sh('mkdir -m 0700 /root/data1');
  const secrets = ['database-url', 'database-owner-url', 's3-program-key'].map((name) => `secrets/${name}`);
  const paths = [...secrets, 'tls/database.pem'];
  await passFiles({ from: data1, folder: '/etc/fridge', paths }, { to: web1, into: '/root/data1' });
  await follow(CHAPTER, [web1], quiet, { only: step(2) });

  const as = { web1: 'web2' };
  await follow('One machine', [web2], quiet, { only: step(3), as });
  await passFiles({ from: web1, folder: '/', paths: ['etc/fridge', 'srv/remotes'] }, { to: web2, into: '/' });
  await follow('One machine', [web2], quiet, { only: step(8), as });
  await follow(CHAPTER, [web2], quiet, { only: step(3) });

  await follow(CHAPTER, [data1, web1], quiet, { only: step(4) });
  await follow(CHAPTER, [web1, web2], quiet, { only: step(5) });
  return { web2, data1 };
}

/** In the DNS. */
export async function leadNamesTo(site: Site, ...addresses: readonly string[]): Promise<void> {
  for (const name of Object.values(names)) await site.name(name, ...addresses.map((address) => ({ address })));
}
