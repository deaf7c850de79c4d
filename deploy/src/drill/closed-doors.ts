import type { Machine } from '../machines/machine.ts';
import type { DatabaseMachines } from './database-machines.ts';

/** Settings of fridge.conf that Patroni sets itself. */
const PATRONIS = 'listen_addresses max_connections tcp_keepalives_count tcp_keepalives_idle tcp_keepalives_interval';
const PHONE = '13800138000';

const psql = (statement: string) => `cd / && runuser -u postgres -- psql -qtA -c "${statement}"`;

/**
 * What deploy/patroni/README.md says of who is let in, and deploy/postgresql/fridge.conf of the log, tried.
 * @returns what isn't so, in a sentence each
 */
export async function openDoors(databases: DatabaseMachines): Promise<readonly string[]> {
  const [primary, standby] = [await databases.primary(), await databases.standby()];
  const refused = async (what: string, line: string): Promise<string[]> =>
    (await standby.run(line)).code === 0 ? [`${what} is let in`] : [];
  const at = `host=${primary.name} connect_timeout=3`;
  const curl = 'curl --silent --fail --insecure --max-time 3 --output /dev/null';
  return [
    ...(await refused('a role without TLS', `. /etc/patroni_env.conf; ${replicatorTo(`${at} sslmode=disable`)}`)),
    ...(await refused('the administrator of another machine', `psql '${at} user=postgres dbname=postgres' -c ''`)),
    ...(await refused(
      'a command to Patroni without a certificate',
      `${curl} -X POST https://${primary.name}:8008/reload`,
    )),
    ...(await otherSettings(primary)),
    ...(await loggedValue(primary)),
  ];
}

const replicatorTo = (conninfo: string) =>
  `PGPASSWORD=$PATRONI_REPLICATION_PASSWORD psql '${conninfo} user=replicator replication=true' -c IDENTIFY_SYSTEM`;

async function otherSettings(primary: Machine): Promise<string[]> {
  const file = "sourcefile = '/etc/patroni/fridge.conf'";
  const names = await primary.sh(
    psql(`select string_agg(name, ' ' order by name) from pg_file_settings where ${file} and not applied`),
  );
  return names === PATRONIS ? [] : [`settings of fridge.conf that don't count: ${names}`];
}

/** A unique violation names the constraint, and no value. */
async function loggedValue(primary: Machine): Promise<string[]> {
  const { output } = await primary.run(
    psql(`create temporary table tried (phone text unique); insert into tried values ('${PHONE}'), ('${PHONE}')`),
  );
  const log = await primary.sh(`journalctl --unit patroni --output cat`);
  return [
    ...(output.includes('tried_phone_key') && log.includes('tried_phone_key') ? [] : ['no unique violation is logged']),
    ...(log.includes(PHONE) ? ['a value is logged'] : []),
  ];
}
