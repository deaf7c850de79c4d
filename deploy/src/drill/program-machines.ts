import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { testKeys } from '@fridge/server/testing/test-server';
import type { Machine } from '../machines/machine.ts';
import type { Network } from '../machines/network.ts';
import { DOMAIN, names, originOf, pages, type Supplies, supply } from '../site.ts';
import { ownNamesCommand, runStep, stepsOf } from '../steps.ts';
import { passKeys, setUpPatroni } from './database-machines.ts';
import { UNIT } from './program-unit.ts';
import { until } from './until.ts';

const DEPLOY = join(import.meta.dirname, '../..');
const READY_WITHIN_MS = 30_000;
export const STORE = 'store';
const POOLER = '/srv/fridge/current/deploy/pgbouncer';
/** Of a machine with the program: pictures under way. Small, so that it can be filled. */
const STATE_DISK = '20m';

/** By file of /etc/fridge/secrets. */
type Secrets = Readonly<Record<string, string>>;

export interface Programs {
  readonly machines: readonly Machine[];
  /** Past HAProxy, for what the drill itself asks from this machine. */
  databaseOn(machine: Machine): string;
}

/**
 * `web1` and `web2` with HAProxy and a program each, set up as docs/deploy.md says; nginx on `web1` leads to both. The
 * program of `web2` comes to HAProxy through PgBouncer.
 */
export async function bootPrograms(
  network: Network,
  { supplies, ...data }: { supplies: Supplies; primary: Promise<Machine>; store: Promise<Machine> },
): Promise<Programs> {
  const secrets = makeSecrets(data);
  // Whoever waits for it tells.
  secrets.catch(() => undefined);
  const machines = await Promise.all(['web1', 'web2'].map((name) => network.boot(name)));
  const [web1, web2] = machines;
  if (web1 === undefined || web2 === undefined) throw new Error('unreachable');
  for (const name of Object.values(names)) await network.name(name, web1);
  await Promise.all(machines.map((machine) => setUp(machine, { machines, supplies, secrets })));
  const primary = await data.primary;
  for (const machine of machines) await passKeys(primary, machine);
  await setUpPatroni(6, machines);
  await putPoolerBefore(web2, primary);
  await web1.sh('fridge migrate && fridge check-config');
  for (const machine of machines) {
    await machine.sh(`systemctl enable ${UNIT} fridge.target && systemctl start fridge.target ${UNIT}`);
    await untilReady(machine);
  }
  const open = { start: null, end: '2099-12-31T23:59:59+08:00' };
  await web1.write('/root/settings.json', JSON.stringify({ windows: { campaign2023: open, contest: open } }));
  await web1.sh(
    'systemctl start fridge-operations && ' +
      'fridge ops config apply settings /root/settings.json --expect 1 --as drill --why drill',
  );
  await web1.copy(join(DEPLOY, '../remote-contest/dist'), '/srv/remotes/contest/1.0.0');
  await web1.sh(`fridge ops publish ${originOf('remotes')}/contest/1.0.0/ --as drill --why drill`);
  const { 'database-url': databaseUrl = '' } = await secrets;
  const authority = (url: string) => url.replace('sslrootcert=', `sslrootcert=${web1.root}`);
  return { machines, databaseOn: ({ name }) => authority(databaseUrl.replace('127.0.0.1', name)) };
}

/** Makes the program's database, and takes the keys of database and store from their machines. */
async function makeSecrets(data: { primary: Promise<Machine>; store: Promise<Machine> }): Promise<Secrets> {
  const [primary, store] = await Promise.all([data.primary, data.store]);
  await setUpPatroni(5, [primary]);
  return {
    'database-url': await readSecret(primary, 'database-url'),
    'database-owner-url': await readSecret(primary, 'database-owner-url'),
    's3-secret-access-key': await readSecret(store, 's3-program-key'),
    'cloud-key': testKeys.CLOUD_KEY,
    'signing-key': testKeys.SIGNING_KEY,
    'report-link-key': testKeys.REPORT_LINK_KEY,
  };
}

const readSecret = (machine: Machine, file: string) => machine.sh(`cat /etc/fridge/secrets/${file}`);

async function setUp(
  machine: Machine,
  given: { machines: readonly Machine[]; supplies: Supplies; secrets: Promise<Secrets> },
): Promise<void> {
  const addresses = given.machines.map(({ address }) => address);
  await supply(machine, given.supplies);
  await machine.sh(`mkdir -p /var/lib/fridge && mount -t tmpfs -o size=${STATE_DISK} tmpfs /var/lib/fridge`);
  const page = await readFile(pages.deploy, 'utf8');
  const steps = stepsOf(page).filter(({ chapter }) => chapter === 'One machine');
  // Another database than there; start and backup come when both machines are set up.
  const before = steps.filter(({ heading }) => !/Database|Start|Backup/.test(heading));
  for (const step of before) {
    if (/Secrets/.test(step.heading)) await writeSecrets(machine, await given.secrets);
    if (/nginx/.test(step.heading)) await changeFiles(machine, addresses);
    await runStep(step, machine);
    await machine.sh(ownNamesCommand(page, DOMAIN));
    if (/Secrets/.test(step.heading)) await writeSecrets(machine, await given.secrets);
    if (/nginx/.test(step.heading)) await leadToPrograms(machine, addresses);
  }
}

/** As deploy/pgbouncer/README.md says. */
async function putPoolerBefore(machine: Machine, primary: Machine): Promise<void> {
  await primary.copy(join(DEPLOY, 'pgbouncer'), POOLER);
  await machine.write('/root/userlist.txt', `${await primary.sh(`${POOLER}/userlist`)}\n`, 0o600);
  await machine.sh(`${POOLER}/set-up /root/userlist.txt`);
  await machine.sh(`echo DATABASE_DIRECT_URL_FILE=/etc/fridge/secrets/database-direct-url >> /etc/fridge/fridge.env`);
}

async function writeSecrets(machine: Machine, secrets: Secrets): Promise<void> {
  const folder = '/etc/fridge/secrets';
  for (const [file, secret] of Object.entries(secrets)) await machine.write(`${folder}/${file}`, `${secret}\n`, 0o640);
  await machine.sh(`chown root:fridge ${folder}/* && chmod 0600 ${folder}/database-owner-url`);
}

/** What docs/deploy.md marks as a site's own. */
async function changeFiles(machine: Machine, addresses: readonly string[]): Promise<void> {
  const changes = {
    HOST: machine.address,
    TRUSTED_PROXIES: ['127.0.0.1', ...addresses].join(),
    S3_ENDPOINT: `http://${STORE}:8080`,
    S3_BUCKET: 'fridge',
    S3_ACCESS_KEY_ID: 'fridge:program',
    S3_SECRET_ACCESS_KEY_FILE: '/etc/fridge/secrets/s3-secret-access-key',
    // All users of the drill come from one address.
    ADDRESS_LIMIT_PER_MINUTE: '1000000',
  };
  const file = '/etc/fridge/fridge.env';
  for (const [name, value] of Object.entries(changes))
    await machine.sh(`sed -i '/^${name}=/d' ${file} && echo '${name}=${value}' >> ${file}`);
}

/** One program of each machine instead of two of this one, from the step on that starts nginx. */
async function leadToPrograms(machine: Machine, [first = '', second = '']: readonly string[]): Promise<void> {
  const toFirst = `s/127.0.0.1:\\(41[78]\\)/${first}:\\1/`;
  const toSecond = `s/127.0.0.1:42\\([78]\\)/${second}:41\\1/`;
  await machine.sh(`sed -i -e '${toFirst}' -e '${toSecond}' /etc/nginx/fridge/programs.conf`);
}

export function untilReady(machine: Machine): Promise<void> {
  return until(`${machine.name} to be ready`, READY_WITHIN_MS, async () => {
    const ready = `curl -sf -m 4 -o /dev/null http://${machine.address}:4180/ready`;
    return (await machine.run(ready, { limitMs: 6_000 })).code === 0;
  });
}
