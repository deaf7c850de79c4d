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
const DROP_IN = '/run/systemd/system/fridge@2.service.d/log.conf';

/** Targets by job: three programs, the machine, four pages, PostgreSQL, Prometheus itself. */
const allUp = Object.entries({ fridge: 3, machines: 1, pages: 4, postgresql: 1, prometheus: 1 }).flatMap(
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

test('Prometheus reaches all of the site; a stopped program and a full log disk are told with their pages', async ({
  site: { web1 },
}) => {
  await watch(web1);
  try {
    await expect.poll(() => targetsOf(web1), { timeout: 60_000 }).toEqual(allUp);
    expect(await firingOn(web1)).toEqual([]);

    await web1.sh('systemctl stop fridge-operations');
    await fillTheLog(web1);
    expect((await web1.run(`curl -fsS ${READY}`)).code).toBe(0);
    // Lines that find no place.
    const called = async () => {
      await web1.sh(`for call in $(seq 20); do curl -sS -o /dev/null ${READY}/none; done`);
      return firingOn(web1);
    };
    await expect
      .poll(called, { timeout: 120_000, intervals: [2_000] })
      .toEqual(
        expect.arrayContaining([
          'LogLinesDropped docs/runbook.md#log-lines-dropped',
          'ProcessDown docs/runbook.md#process-down',
        ]),
      );
    expect((await web1.run(`curl -fsS ${READY}`)).code).toBe(0);
  } finally {
    await repair(web1);
  }
});

test('check-config names a proxy that holds uploads back', async ({ site: { web1 } }) => {
  const conf = '/etc/nginx/fridge/sites/api.conf';
  await web1.sh(
    `cp ${conf} /root/api.conf && sed -i 's/proxy_request_buffering off/proxy_request_buffering on/' ${conf}`,
  );
  try {
    await web1.sh('nginx -t && systemctl reload nginx');
    const check = async () => web1.run('fridge check-config');
    await expect
      .poll(check)
      .toMatchObject({ code: 1, output: expect.stringContaining('docs/runbook.md#proxy-buffers-uploads') });
  } finally {
    await web1.sh(`cp /root/api.conf ${conf} && systemctl reload nginx`);
  }
  expect(await web1.run('fridge check-config')).toMatchObject({ code: 0 });
});
