import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as v from 'valibot';
import { parse } from 'yaml';

const read = (path: string) => readFileSync(join(import.meta.dirname, '..', path), 'utf8');
const withoutComments = (text: string) => text.split('\n').filter((line) => line !== '' && !line.startsWith('#'));

const parameters = v.record(v.string(), v.union([v.string(), v.number()]));
const patroniSchema = v.object({
  restapi: v.object({ certfile: v.string(), cafile: v.string(), verify_client: v.literal('optional') }),
  bootstrap: v.object({ dcs: v.object({ postgresql: v.object({ parameters }) }) }),
  postgresql: v.object({
    custom_conf: v.string(),
    pg_hba: v.array(v.string()),
    authentication: v.object({
      replication: v.object({ username: v.literal('replicator'), sslmode: v.literal('verify-full') }),
      rewind: v.object({ username: v.literal('rewinder'), sslmode: v.literal('verify-full') }),
    }),
    parameters,
  }),
});
const patroni = v.parse(patroniSchema, parse(read('patroni/config.yml')));
const settings = Object.fromEntries(
  [...read('postgresql/fridge.conf').matchAll(/^(\w+) = (.*)$/gm)].map(([, name = '', value]) => [name, value]),
);

it('with Patroni PostgreSQL has the settings of fridge.conf, but for what takes a failover into account', () => {
  expect(patroni.postgresql.custom_conf).toBe('/etc/patroni/fridge.conf');
  const dynamic = patroni.bootstrap.dcs.postgresql.parameters;
  const other = Object.keys({ ...dynamic, ...patroni.postgresql.parameters }).filter((name) => name in settings);
  expect(other.toSorted()).toEqual([
    'max_connections',
    'tcp_keepalives_count',
    'tcp_keepalives_idle',
    'tcp_keepalives_interval',
  ]);
  // Patroni passes it on the command line, whatever a file says.
  expect(String(dynamic['max_connections'])).toBe(settings['max_connections']);
});

it.each([
  ['patroni/config.yml', patroni.postgresql.pg_hba],
  ['postgresql/pg_hba.conf', withoutComments(read('postgresql/pg_hba.conf'))],
])('%s lets in roles that it names: by TLS and a password from other machines', (_file, lines) => {
  const rules = lines.map((line) => line.split(/\s+/));
  const roles = new Set(rules.flatMap(([, , role = '']) => role.split(',')));
  expect(
    [...roles].filter((role) => !/^(postgres|prometheus|fridge|fridge_owner|replicator|rewinder)$/.test(role)),
  ).toEqual([]);
  for (const [type, database, role, address = '', how] of rules) {
    if (type === 'local')
      expect(address).toBe(role?.startsWith('fridge') || role === 'replicator' ? 'scram-sha-256' : 'peer');
    else {
      expect([type, how]).toEqual([/^(127\.0\.0\.1|::1)\//.test(address) ? 'host' : 'hostssl', 'scram-sha-256']);
      expect([role, database, address]).not.toEqual([expect.anything(), 'all', expect.anything()]);
      expect(address).toMatch(/^[\d.]+\/\d+$|^::1\/128$/);
    }
  }
});

it('asks for the key of the authority, kept elsewhere, where a further machine needs a certificate', () => {
  const place = mkdtempSync(join(tmpdir(), 'keys-'));
  const makeKeys = (...machines: string[]) =>
    spawnSync(join(import.meta.dirname, '../patroni/make-keys'), [place, ...machines], { encoding: 'utf8' });
  expect(makeKeys('db1').status).toBe(0);
  rmSync(join(place, 'authority.key'));
  expect(makeKeys('db1').status).toBe(0);
  expect(makeKeys('db1', 'db2')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('authority.key is missing'),
  });
  rmSync(place, { recursive: true });
});

it('HAProxy believes those machines alone', () => {
  const servers = read('haproxy/haproxy.cfg').match(/^ {2}server .*$/gm) ?? [];
  expect(servers.map((line) => line.replaceAll('db2', 'db1'))).toEqual([servers[0], servers[0]]);
  expect(read('haproxy/haproxy.cfg')).toContain('check-ssl verify required ca-file /etc/fridge/tls/database.pem');
  expect(servers[0]).toContain('verifyhost db1');
  // It reads no body, and Patroni would log a fault for each that it can't write.
  expect(read('haproxy/haproxy.cfg')).toContain('meth OPTIONS ');
});
