import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect } from '@playwright/test';
import type { Machine } from '../../deploy/src/machines/machine.ts';
import { follow } from '../../deploy/src/site.ts';
import { inRepository } from '../../ops/src/workspace.ts';
import { firingOn, targetsOf } from './prometheus.ts';
import { test } from './story.ts';

test.describe.configure({ timeout: 240_000 });

/** Of fridge@2. */
const READY = 'http://127.0.0.1:4270/ready';
const CRASHED = 'ProcessCrashed docs/runbook.md#process-restarts';
const DROP_IN = '/run/systemd/system/fridge@2.service.d/log.conf';

/** Targets by job: three programs, the machine, a page of each name, PostgreSQL, Prometheus itself. */
const allUp = Object.entries({ fridge: 3, machines: 1, pages: 6, postgresql: 1, prometheus: 1 }).flatMap(
  ([job, targets]) => Array.from({ length: targets }, () => ({ job, health: 'up', error: '' })),
);

/** Prometheus as docs/deploy.md sets it up; only it asks and evaluates more often, which its rules don't know. */
async function watch(web1: Machine): Promise<void> {
  await follow('Watching', [web1], () => undefined);
  await web1.sh('sed -i s/15s/3s/ /etc/prometheus/prometheus.yml && systemctl reload prometheus');
}

/** Gives fridge@2 a log on a disk of its own that is full. */
async function fillTheLog(web1: Machine): Promise<void> {
  await web1.sh('mkdir -p /mnt/log && mount -t tmpfs -o size=64k tmpfs /mnt/log');
  await web1.write(DROP_IN, '[Service]\nStandardOutput=append:/mnt/log/fridge.log\n');
  await web1.sh('systemctl daemon-reload; dd if=/dev/zero of=/mnt/log/else bs=4k 2>/dev/null || true');
  await web1.sh('systemctl restart fridge@2');
}

async function repair(web1: Machine): Promise<void> {
  await web1.sh(`rm -f ${DROP_IN}; systemctl daemon-reload; systemctl restart fridge@2; umount /mnt/log || true`);
  await web1.sh('systemctl start fridge-operations');
  await web1.sh("systemctl stop 'prometheus*'");
}

test('each rule stays quiet and fires as its test says', async () => {
  const { stdout } = await promisify(execFile)('promtool', [
    'test',
    'rules',
    inRepository('deploy', 'prometheus', 'alerts.test.yml'),
  ]);
  expect(stdout).toContain('SUCCESS');
});

test('Prometheus reaches all of the site; a program that crashes, a stopped one and a full log disk are told with their pages', async ({
  site: { web1 },
}) => {
  await watch(web1);
  try {
    await expect.poll(() => targetsOf(web1), { timeout: 60_000 }).toEqual(allUp);
    expect(await firingOn(web1)).toEqual([]);

    // Asked for, and no crash.
    await web1.sh('systemctl restart fridge@1');
    await web1.sh('systemctl stop fridge-operations');
    await fillTheLog(web1);
    expect((await web1.run(`curl -fsS ${READY}`)).code).toBe(0);
    expect(await firingOn(web1)).not.toContain(CRASHED);
    await web1.sh('systemctl kill --signal=KILL fridge@1');
    // Lines that find no place.
    const called = async () => {
      await web1.sh(`for call in $(seq 20); do curl -sS -o /dev/null ${READY}/none; done`);
      return firingOn(web1);
    };
    await expect
      .poll(called, { timeout: 120_000, intervals: [2_000] })
      .toEqual(
        expect.arrayContaining([
          CRASHED,
          'LogLinesDropped docs/runbook.md#log-lines-dropped',
          'ProcessDown docs/runbook.md#process-down',
        ]),
      );
    expect((await web1.run(`curl -fsS ${READY}`)).code).toBe(0);
  } finally {
    await repair(web1);
  }
});

test("check-config names the files' names for examples, which are nobody's", async ({ site: { web1 } }) => {
  await web1.sh('cp -a /etc/fridge/fridge.env /root/ && cp /srv/fridge/current/deploy/systemd/fridge.env /etc/fridge/');
  try {
    const { code, output } = await web1.run('fridge check-config');
    expect(code).toBe(1);
    expect(output.match(/PUBLIC_\w+_ORIGIN: is a name for examples/g)).toHaveLength(5);
  } finally {
    await web1.sh('mv /root/fridge.env /etc/fridge/fridge.env');
  }
});
