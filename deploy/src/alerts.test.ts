import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createMetrics } from '@fridge/server/operations/metrics/metrics';
import { runbookPages } from '@fridge/server/operations/runbook';
import { expect, it } from 'vitest';
import { alertRules, runbookAnchors, runbookCommands } from './alerts.ts';

const folder = join(import.meta.dirname, '../prometheus');
const rules = alertRules();
const anchors = runbookAnchors();

/** Of Debian's exporters, and of what the backup writes for the first of them. */
const otherMetrics = new Set(
  `up node_systemd_service_restart_total node_filesystem_avail_bytes node_filesystem_size_bytes node_timex_sync_status
  fridge_backup_done_timestamp_seconds fridge_restore_tried_timestamp_seconds
  pg_up pg_stat_activity_count pg_settings_max_connections pg_stat_archiver_failed_count
  pg_stat_replication_pg_wal_lsn_diff probe_success probe_ssl_earliest_cert_expiry`.split(/\s+/),
);

it('has rules, each with a severity, a sentence and a page of the runbook that exists', () => {
  expect(rules.length).toBeGreaterThan(35);
  for (const { alert, annotations } of rules) {
    expect(annotations.summary).toMatch(/^[A-Z{].*\.$/);
    const [page, anchor = ''] = annotations.runbook.split('#');
    expect([alert, page, anchors.includes(anchor)]).toEqual([alert, 'docs/runbook.md', true]);
  }
  expect(new Set(rules.map(({ alert }) => alert)).size).toBe(rules.length);
});

it('has every page that the program names, each once', () => {
  for (const page of runbookPages) expect(anchors).toContain(page);
  expect(new Set(anchors).size).toBe(anchors.length);
});

it('asks for metrics that the program or an exporter has', () => {
  const ours = new Set(
    createMetrics()
      .registry.getMetricsAsArray()
      .map(({ name }) => name),
  );
  const used = rules.flatMap(({ expr }) => expr.match(/\b(?:fridge|node|pg|probe)_\w+|\bup\b/g) ?? []);
  const plain = (name: string) => name.replace(/_(?:bucket|count|sum)$/, '');
  const unknown = used.filter((name) => !ours.has(name) && !ours.has(plain(name)) && !otherMetrics.has(name));
  expect(unknown).toEqual([]);
  expect(used.length).toBeGreaterThan(rules.length - 1);
});

it('has a test of every rule, firing and not', () => {
  const tests = readFileSync(join(folder, 'alerts.test.yml'), 'utf8');
  for (const { alert } of rules) {
    expect(tests).toContain(`alertname: ${alert}, eval_time: `);
    expect(tests).toMatch(new RegExp(`- alertname: ${alert}\\n +eval_time: \\w+\\n +exp_alerts:\\n +- exp_labels`));
  }
});

it('tells in the runbook what to type by commands that a site has', () => {
  const known =
    /^(?:fridge|systemctl|journalctl|curl|df|du|top|ls|tail|readlink|timedatectl|openssl|nginx|promtool|runuser -u postgres -- (?:psql|pgbackrest)|(?:until )?patronictl -c \/etc\/patroni\/config\.yml|\/srv\/fridge\/current\/deploy\/backup\/(?:restore-\w+|put-database-away)|(?:export )?RCLONE_CONFIG_BUCKET_\w+)\b/;
  const commands = runbookCommands();
  expect(commands.filter((command) => !known.test(command))).toEqual([]);
  const program = commands.filter((command) => command.startsWith('fridge '));
  expect(program.filter((command) => !/^fridge (?:check-config|restart|use \d|ops )/.test(command))).toEqual([]);
});

const promtool = '/usr/bin/promtool';
it.skipIf(!existsSync(promtool) && process.env['REQUIRE_POSTGRES'] !== '1')('are rules that Prometheus reads', () => {
  const { status, stdout, stderr } = spawnSync(promtool, ['check', 'rules', join(folder, 'alerts.yml')], {
    encoding: 'utf8',
  });
  expect([status, stdout, stderr]).toEqual([0, expect.stringContaining(`${rules.length} rules found`), '']);
});
