import { join } from 'node:path';
import { testKeys } from '@fridge/server/testing/test-server';
import type { Machine, Network } from '../machines.ts';
import { until } from './until.ts';

const DEPLOY = join(import.meta.dirname, '../..');
const READY_WITHIN_MS = 30_000;
const MIGRATED_WITHIN_MS = 60_000;

const DATABASE_PASSWORD = 'of-the-drill';
/** Past HAProxy, for what the drill itself asks. */
export const databaseOn = (machine: Machine) => `postgres://fridge:${DATABASE_PASSWORD}@${machine.name}:5432/fridge`;

const unit = `[Unit]
After=network.target
[Service]
User=fridge
EnvironmentFile=/etc/fridge/fridge.env
WorkingDirectory=/srv/fridge/current
StateDirectory=fridge
ExecStart=/usr/bin/node server/dist/main.js
Restart=always
RestartSec=1
TimeoutStopSec=60
[Install]
WantedBy=multi-user.target
`;

/** Machines with HAProxy and the program. */
export async function bootPrograms(
  network: Network,
  { release, primary, store }: { release: string; primary: Machine; store: Machine },
): Promise<readonly Machine[]> {
  await primary.sh(
    `cd / && runuser -u postgres -- psql -q -c "create role fridge login password '${DATABASE_PASSWORD}'" -c 'create database fridge owner fridge'`,
  );
  const storeKey = await store.sh('cat /etc/fridge/secrets/s3-program-key');
  const environment = {
    ...testKeys,
    DATABASE_URL: `postgres://fridge:${DATABASE_PASSWORD}@127.0.0.1:5000/fridge`,
    HOST: '0.0.0.0',
    STATE_DIR: '/var/lib/fridge',
    PUBLIC_HOST_ORIGIN: 'https://activities.example',
    PUBLIC_API_ORIGIN: 'https://api.activities.example',
    S3_ENDPOINT: `http://${store.name}:8080`,
    S3_BUCKET: 'fridge',
    S3_ACCESS_KEY_ID: 'fridge:program',
    S3_SECRET_ACCESS_KEY: storeKey,
    // All users of the drill come from one address.
    ADDRESS_LIMIT_PER_MINUTE: '1000000',
  };
  const file = Object.entries(environment).map(([name, value]) => `${name}='${value}'\n`);
  const machines = await Promise.all(['web1', 'web2'].map((name) => network.boot(name)));
  await Promise.all(
    machines.map(async (machine) => {
      await machine.copy(join(DEPLOY, 'haproxy/haproxy.cfg'), '/etc/haproxy/haproxy.cfg');
      await machine.copy(release, '/srv/fridge/current');
      await machine.write('/etc/fridge/fridge.env', file.join(''), 0o600);
      await machine.write('/etc/systemd/system/fridge.service', unit);
      await machine.sh('id fridge || useradd --system --home /var/lib/fridge fridge');
      await machine.sh(
        'mkdir -p /var/lib/fridge && mount -t tmpfs -o size=20m tmpfs /var/lib/fridge && chown fridge: /var/lib/fridge',
      );
      await machine.sh('systemctl daemon-reload && systemctl start haproxy');
    }),
  );
  const [first] = machines;
  await first?.sh(
    'cd /srv/fridge/current && set -a && . /etc/fridge/fridge.env && for i in 1 2 3 4 5; do node server/dist/main.js migrate && exit; sleep 1; done; exit 1',
    { limitMs: MIGRATED_WITHIN_MS },
  );
  for (const machine of machines) {
    await machine.sh('systemctl start fridge');
    await untilReady(machine);
  }
  const open = { start: null, end: '2099-12-31T23:59:59+08:00' };
  await first?.write('/srv/settings.json', JSON.stringify({ windows: { campaign2023: open, contest: open } }));
  await first?.sh(
    'cd /srv/fridge/current && STATE_DIR=/var/lib/fridge node ops/dist/ops.js config apply settings /srv/settings.json --as drill --why drill',
  );
  return machines;
}

export const apiOf = (machine: Machine) => `http://${machine.name}:4180`;

export function untilReady(machine: Machine): Promise<void> {
  return until(`${machine.name} to be ready`, READY_WITHIN_MS, async () => {
    const { code } = await machine.run('curl -sf -m 4 -o /dev/null http://localhost:4180/ready', { limitMs: 6_000 });
    return code === 0;
  });
}
