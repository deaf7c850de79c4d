import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Machine } from '../machines/machine.ts';
import { type Network, openNetwork } from '../machines/network.ts';
import { missingForMachines } from '../machines/tools.ts';
import { originOf } from '../site.ts';
import { cases } from './cases.ts';
import { openDoors } from './closed-doors.ts';
import { bootDatabases, type DatabaseMachines } from './database-machines.ts';
import { openUsers, type UsersProcess } from './open-users.ts';
import { prepareRelease } from './prepare-release.ts';
import { bootPrograms, STORE } from './program-machines.ts';
import { type CaseResult, runCase } from './run-case.ts';
import { RESTORE, runRestore } from './run-restore.ts';
import { brokenIn, tableOf } from './table.ts';

/** Debian's packages and a file of each. */
const PACKAGES = {
  patroni: '/usr/bin/patroni',
  'etcd-server': '/usr/bin/etcd',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  haproxy: '/usr/sbin/haproxy',
  pgbouncer: '/usr/sbin/pgbouncer',
  'swift-proxy': '/usr/bin/swift-proxy-server',
  'swift-account': '/usr/bin/swift-account-server',
  'swift-container': '/usr/bin/swift-container-server',
  'swift-object': '/usr/bin/swift-object-server',
  memcached: '/usr/bin/memcached',
  curl: '/usr/bin/curl',
  pgbackrest: '/usr/bin/pgbackrest',
  rclone: '/usr/bin/rclone',
  jq: '/usr/bin/jq',
  'nginx-light': '/usr/sbin/nginx',
  'libnginx-mod-http-brotli-static': '/usr/share/nginx/modules-available/mod-http-brotli-static.conf',
  openssl: '/usr/bin/openssl',
} as const;

/**
 * Boots a site of seven machines, lets each failure happen to it while users race, and compares.
 * @param only cases whose names contain it
 * @throws where machines can't be booted, naming what is missing
 */
export async function runDrill(
  print: (line: string) => void,
  only = '',
): Promise<{ results: string; broken: readonly string[] }> {
  const packages = Object.entries(PACKAGES).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  const missing = [...missingForMachines(), ...packages];
  if (missing.length > 0) throw new Error(`The drill needs Debian and root; missing here: ${missing.join(' ')}`);
  const { supplies, remove } = await prepareRelease(print);
  const network = await openNetwork();
  let databases: DatabaseMachines | undefined;
  let users: UsersProcess | undefined;
  const results: CaseResult[] = [];
  const broken: string[] = [];
  const abandon = () => void network.close().finally(() => process.exit(1));
  process.once('SIGINT', abandon).once('SIGTERM', abandon);
  try {
    const booting = bootDatabases(network).then((booted) => (databases = booted));
    const storing = bootStore(network);
    const primary = booting.then((booted) => booted.primary());
    const [site, store, programs] = await Promise.all([
      booting,
      storing,
      bootPrograms(network, { supplies, primary, store: storing }),
    ]);
    const all = { databases: site, programs, store };
    broken.push(...(await openDoors(site)));
    for (const sentence of broken) print(sentence);
    users = await openUsers(network, originOf('api'), supplies.certificate.authority);
    for (const each of cases.filter(({ name }) => name.includes(only))) {
      print(`${new Date().toISOString()} ${each.name}`);
      const result = await runCase(each, all, users);
      for (const sentence of brokenIn(result)) print(`  ${sentence}`);
      results.push(result);
      broken.push(...brokenIn(result));
    }
    if (RESTORE.includes(only)) {
      print(`${new Date().toISOString()} ${RESTORE}`);
      broken.push(...(await runRestore(all, users, print)));
    }
  } catch (error) {
    print(tableOf(results));
    throw error;
  } finally {
    users?.end();
    await databases?.close();
    await network.close();
    await remove();
  }
  return { results: tableOf(results), broken };
}

async function bootStore(network: Network): Promise<Machine> {
  const store = await network.boot(STORE);
  await store.copy(join(import.meta.dirname, '../../object-store'), '/srv/object-store');
  await store.sh('/srv/object-store/set-up fridge');
  return store;
}
