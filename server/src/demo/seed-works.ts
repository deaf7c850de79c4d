import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workStatus } from '@fridge/shared-contracts/activities/contest';
import { eq } from 'drizzle-orm';
import * as v from 'valibot';
import { attachPictures } from '../activities/contest/pictures.ts';
import { workKinds } from '../activities/contest/listed-work.ts';
import { pictures, works } from '../activities/contest/tables.ts';
import { type Clock, HOUR_MS } from '../program/clock.ts';
import type { Queries } from '../database/database.ts';
import { record } from '../history/events.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import { packageFolder } from '../storage/package-folder.ts';
import { demoHouseholds } from './demo-households.ts';
import demoWorks from './works.json' with { type: 'json' };

const AUTHOR = 'U1001';

const DECIDED_BY = '演示';

const text = v.string();

/** One of each status. `images`, `picture`: in `server/demo-pictures`, without `.jpg`. */
const worksSchema = v.array(
  v.object({
    id: text,
    status: v.picklist(Object.values(workStatus)),
    mark: v.exactOptional(text),
    /** Before the first start. */
    hoursAgo: v.number(),
    kind: v.picklist(workKinds),
    cookName: text,
    cookTime: text,
    phone: text,
    desc: text,
    materials: text,
    tips: text,
    images: v.array(text),
    steps: v.array(v.object({ picture: v.nullable(text), stepDesc: text })),
  }),
);

/** Adds a work of each status with pictures, once. */
export async function seedWorks(queries: Queries, clock: Clock, storage: ObjectStorage): Promise<void> {
  // The approved work can't be deleted, so it marks an earlier seed.
  const seeded = await queries.$count(works, eq(works.id, 'demoapproved'));
  const author = demoHouseholds.find(({ userId }) => userId === AUTHOR);
  if (seeded > 0 || author === undefined) return;
  await queries.transaction(async (transaction) => {
    const storePicture = async (file: string): Promise<string> => {
      const name = `${randomBytes(16).toString('hex')}.jpg`;
      await storage.write(name, await readFile(join(packageFolder, 'demo-pictures', `${file}.jpg`)));
      await transaction.insert(pictures).values({ name, userId: AUTHOR });
      return name;
    };
    const { phone: devicePhone, nickName, fridge } = author;
    const sender = {
      userId: AUTHOR,
      devicePhone,
      fridgeId: fridge?.fridgeId ?? '',
      spec: fridge?.spec ?? '',
      nickName,
      headImgUrl: '',
    };
    for (const { hoursAgo, images, steps, ...work } of v.parse(worksSchema, demoWorks)) {
      const at = new Date(clock.business() - hoursAgo * HOUR_MS);
      const content = {
        images: await Promise.all(images.map(storePicture)),
        steps: await Promise.all(
          steps.map(async ({ picture, stepDesc }) => ({ picture: picture && (await storePicture(picture)), stepDesc })),
        ),
      };
      await transaction.insert(works).values({ ...work, ...sender, ...content, addedAt: at, submittedAt: at });
      await attachPictures(transaction, { id: work.id, userId: AUTHOR, ...content }, clock.real());
      if (work.status === workStatus.pending) continue;
      const after = work.status === workStatus.approved ? 'approved' : 'rejected';
      const lastDecision = await record(
        transaction,
        { by: DECIDED_BY, why: work.mark ?? '', way: 'start' },
        { ...clock, business: () => at.getTime() },
        { about: [work.id, AUTHOR], changes: [{ path: 'status', before: 'pending', after }] },
      );
      await transaction.update(works).set({ lastDecision }).where(eq(works.id, work.id));
    }
  });
}
