import { expect } from '@playwright/test';
import { follow, pages } from '../../deploy/src/site.ts';
import { makePhotos } from '../contest/photos.ts';
import { addPhotosTo, allUploaded, contentOf, shareForm, submit, workOn } from '../contest/work-form.ts';
import { seesTheCouponOnce, winTheCoupon } from '../fixtures/win-the-coupon.ts';
import { contestWords } from '../words.ts';
import { crowd } from './customers.ts';
import { test } from './story.ts';

test.describe.configure({ mode: 'serial' });

const BACKUP = '/srv/fridge/current/deploy/backup';
const PLACE = '/var/backups/fridge';
const DATA = '/var/lib/postgresql/15/main';
const STATE = '/var/lib/fridge';
const words = '搬家前的冰箱';
const [user] = crowd.slice(-1);

let night = '';
/** When all was well, by the database. */
let then = '';

test('a photo before the night and a coupon after it; then somebody drops every table and removes the pictures', async ({
  app,
  site: { web1 },
}) => {
  app.user = user ?? null;
  app.photos = await makePhotos(1);
  await app.open('/upload');
  await app.page.getByRole('tab', { name: contestWords['contest.upload.tab.photo'] }).click();
  const form = shareForm(app.page);
  await addPhotosTo(form);
  await allUploaded(form, 1);
  await contentOf(form).fill(words);
  await submit(app.page, form);

  await web1.sh('systemctl start fridge-backup');
  night = (await web1.sh(`${BACKUP}/restore-objects --list`)).split('\n').at(-1) ?? '';
  const journal = await web1.sh('journalctl --unit fridge-backup --output cat');
  expect(journal).toContain(`Backup ${night} is complete`);
  expect(journal).not.toContain(await web1.sh('cat /etc/fridge/secrets/backup-key'));

  await app.open('/');
  await winTheCoupon(app.page);
  await app.page.goto('about:blank');
  const psql = (statement: string) => web1.sh(`cd / && runuser -u postgres -- psql -qtA fridge -c "${statement}"`);
  then = await psql(`select to_char(clock_timestamp() at time zone 'UTC', 'YYYY-MM-DD HH24:MI:SS.US')`);
  await psql('drop schema public cascade');
  await web1.sh(`mkdir /root/lost && mv ${STATE}/uploads ${STATE}/uploaded-releases /root/lost/`);
});

test('restoring refuses while a program drains or is connected, what would overwrite, what is no time, and a backup with a wrong byte', async ({
  site: { web1 },
}) => {
  const refused = async (command: string, why: string | RegExp) => {
    const { code, output } = await web1.run(`${BACKUP}/${command}`);
    expect(output).toMatch(why);
    expect(code).toBe(1);
  };
  // It doesn't wait for their end.
  await web1.sh('systemctl stop fridge.target');
  await refused('put-database-away', /fridge@1\.service is deactivating/);
  await web1.sh("systemctl stop 'fridge@*' fridge-operations");
  await refused('restore-database', /PostgreSQL runs/);
  await web1.sh(
    `systemd-run --quiet --unit=elsewhere psql "$(cat /etc/fridge/secrets/database-url)" -c "select pg_sleep(99)"
    until cd / && runuser -u postgres -- psql -qtAc "select usename from pg_stat_activity" | grep fridge; do sleep 0.2; done`,
  );
  await refused('put-database-away', /still connected: fridge from (127\.0\.0\.1|::1)/);
  await web1.sh(`systemctl stop elsewhere && ${BACKUP}/put-database-away`);
  await web1.sh(`install -d -o postgres ${DATA}/base`);
  await refused('restore-database', /isn't empty/);
  await web1.sh(`rm -r ${DATA}`);
  await refused(`restore-database --at '2026-11-23 10:15'`, /no offset/);
  await refused(`restore-database --at '2099-01-01 00:00:00+08'`, /in the future/);
  await refused('restore-objects 20200101-000000F', /no complete night 20200101-000000F/);

  const largest = await web1.sh(
    `find ${PLACE}/database/backup/fridge/*F/pg_data/base -type f -printf '%s %p\\n' | sort -n | tail -1 | cut -d' ' -f2`,
  );
  await web1.sh(`cp -a ${largest} /root/whole && printf '\\377\\000' | dd of=${largest} bs=1 seek=5000 conv=notrunc`);
  await refused('restore-database', /couldn't be restored/);
  await web1.sh(`cp -a /root/whole ${largest} && rm -r ${DATA}`);

  const copies = `${PLACE}/objects/current/uploads`;
  await web1.sh(`cp -a ${copies} /root/copies && find ${copies} -type f -exec truncate --size=-1 {} +`);
  await refused('restore-objects', /not everything of .* is there/);
  await web1.sh(`rm -r ${copies} && mv /root/copies ${copies} && rm -rf ${STATE}/uploads ${STATE}/uploaded-releases`);
});

test('everything is as it was a moment before: the coupon from the log, the photo from the night, and draws verify', async ({
  app,
  site,
}) => {
  const { web1 } = site;
  await follow('A restore', [web1], () => undefined, {
    page: pages.runbook,
    only: (heading) => heading === 'A restore on one machine',
    change: (script) => script.replace(/restore-database$/m, `$& --at '${then}+00'`),
  });

  app.user = user ?? null;
  await app.open('/prize');
  await seesTheCouponOnce(app.page);
  await app.open('/works');
  const picture = workOn(app.page, words).getByRole('img').first();
  await expect
    .poll(() => picture.evaluate((image) => (image instanceof HTMLImageElement ? image.naturalWidth : 0)))
    .toBeGreaterThan(0);
  expect(await site.ops('draw', 'verify')).toMatch(/^checked +\d+\nnotKept +0$/m);
  expect(await site.ops('coupons', 'audit')).toContain(user?.userId);
  expect(await site.ops('status')).not.toMatch(/^!.*(missing|files)/m);

  await web1.sh('systemctl start fridge-backup');
  expect(await web1.sh(`${BACKUP}/restore-objects --list`)).not.toMatch(new RegExp(`${night}$`));
});
