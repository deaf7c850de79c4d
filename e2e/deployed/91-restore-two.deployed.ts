import { expect } from '@playwright/test';
import type { Machine } from '../../deploy/src/machines/machine.ts';
import { follow, pages } from '../../deploy/src/site.ts';
import { workOn } from '../contest/work-form.ts';
import { ask } from './ask.ts';
import type { Site } from './site.ts';
import { test } from './story.ts';

const BACKUP = '/srv/fridge/current/deploy/backup';
const STOPPED = "systemctl stop 'fridge@*' fridge-operations";
const machinesOf = async (site: Site, ...names: readonly string[]): Promise<Machine[]> =>
  (await site.machines()).filter(({ name }) => names.includes(name));

/** After `90-two-machines`, whose machines it uses. */
test('on two machines a restore begins once no program of either is connected, and brings back rows and pictures', async ({
  site,
  app,
}) => {
  test.setTimeout(400_000); // programs are stopped on one machine after the other, for up to 150 s each
  const machines = await machinesOf(site, 'web1', 'web2', 'data1');
  const data1 = machines.find(({ name }) => name === 'data1');
  if (data1 === undefined) throw new Error('There is no machine data1.');
  await data1.sh('systemctl start fridge-backup');
  const psql = (statement: string) => data1.sh(`cd / && runuser -u postgres -- psql -qtA fridge -c "${statement}"`);
  const then = await psql(`select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`);
  await psql('drop schema public cascade');
  await data1.sh(
    `export RCLONE_CONFIG_BUCKET_ACCESS_KEY_ID=fridge:program
    export RCLONE_CONFIG_BUCKET_SECRET_ACCESS_KEY=$(cat /etc/fridge/secrets/s3-program-key)
    RCLONE_CONFIG=/etc/fridge/backup/rclone.conf rclone delete objects:pictures`,
  );

  await site.web1.sh(STOPPED);
  const early = await data1.run(`${BACKUP}/put-database-away`);
  expect(early.code).toBe(1);
  const web2 = machines.find(({ name }) => name === 'web2');
  expect(early.output).toContain(`fridge from ${web2?.address}`);
  expect(early.output).not.toContain(site.web1.address);

  await follow('A restore', machines, () => undefined, {
    page: pages.runbook,
    only: (heading) => heading === 'A restore on two machines',
    change: (script) => script.replace(/restore-database$/m, `$& --at '${then}+00'`),
  });
  expect(await site.ops('status')).not.toMatch(/^!/m);
  expect(await site.ops('draw', 'verify')).toMatch(/^checked +\d+\nnotKept +0$/m);
  // nginx asks programs again some seconds after they failed.
  await expect.poll(async () => (await ask(`${site.hostUrl}/`)).status).toBe(200);
  await app.open('/works');
  const picture = workOn(app.page, '周末的冰箱').locator('img').first();
  await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0);
});
