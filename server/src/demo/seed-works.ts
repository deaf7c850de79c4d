import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { workStatus } from '@fridge/shared-contracts/activities/contest';
import { eq } from 'drizzle-orm';
import { attachPictures } from '../activities/contest/pictures.ts';
import { pictures, works } from '../activities/contest/tables.ts';
import { type Clock, HOUR_MS } from '../program/clock.ts';
import type { Queries } from '../database/database.ts';
import { record } from '../history/events.ts';
import type { ObjectStorage } from '../storage/object-storage.ts';
import { packageFolder } from '../storage/package-folder.ts';
import { demoHouseholds } from './demo-households.ts';

const AUTHOR = 'U1001';

const DECIDED_BY = '演示';

type DemoWork = Pick<
  typeof works.$inferInsert,
  'id' | 'kind' | 'cookName' | 'desc' | 'phone' | 'cookTime' | 'materials' | 'tips'
> & {
  status: -1 | 0 | 1;
  mark?: string;
  /** Before the first start. */
  hoursAgo: number;
  /** In `server/demo-pictures`, without `.jpg`. */
  images: readonly string[];
  steps: readonly { picture: string | null; stepDesc: string }[];
};

const demoWorks: readonly DemoWork[] = [
  {
    id: 'demoapproved',
    status: workStatus.approved,
    hoursAgo: 74,
    kind: 'recipe',
    cookName: '青柠香煎三文鱼',
    cookTime: '2',
    phone: '',
    desc: '三文鱼前一晚从冷冻室移到冷藏室慢慢解冻，鱼肉紧实不出水。煎之前用厨房纸吸干表面，撒一点海盐，静置十分钟。锅烧热再下油，鱼皮朝下先煎到金黄，中途不要翻动，最后挤上半个青柠，酸香刚好解腻。配几根在冷藏室里放了三天依然脆嫩的芦笋，二十分钟就是一顿像样的晚餐。',
    materials: '三文鱼2块、青柠2个、芦笋5根、海盐适量、黑胡椒适量、橄榄油1勺、罗勒叶少许',
    tips: '解冻别心急，冷藏室里放一夜最好；煎好后静置两分钟再切，肉汁不会流失。',
    images: ['salmon-plate', 'salmon-pan', 'salmon-board'],
    steps: [
      { picture: 'salmon-board-step', stepDesc: '三文鱼解冻后吸干水分，两面撒海盐，静置十分钟。' },
      { picture: 'salmon-pan-step', stepDesc: '热锅下油，鱼皮朝下煎四分钟，翻面再煎两分钟。' },
      { picture: 'salmon-plate-step', stepDesc: '芦笋焯水摆盘，放上鱼块，挤青柠汁，点缀罗勒叶。' },
    ],
  },
  {
    id: 'demorejected',
    status: workStatus.rejected,
    mark: '图片不够清晰，请更换后重新提交',
    hoursAgo: 50,
    kind: 'recipe',
    cookName: '蓝莓酸奶燕麦碗',
    cookTime: '1',
    phone: '',
    desc: '早上没时间做饭，就靠这一碗。酸奶放在冷藏室中层，温度稳定，口感最绵密；蓝莓洗净擦干，用密封盒分装，放在果蔬盒里一周都新鲜。碗底先铺酸奶，再撒一把烤香的燕麦，最后放上蓝莓、草莓和几片薄荷。颜色好看，吃完一上午都不饿，家里的小朋友也很喜欢自己动手摆盘。',
    materials: '原味酸奶300克、蓝莓1小碗、草莓3个、燕麦40克、薄荷叶几片',
    tips: '燕麦用平底锅小火烘两分钟，更香更脆。',
    images: ['yogurt-bowl-blurred', 'yogurt-bowl-detail'],
    steps: [
      { picture: null, stepDesc: '碗里铺好酸奶，用勺背抹平。' },
      { picture: 'yogurt-bowl-step', stepDesc: '依次放燕麦、蓝莓和草莓，点缀薄荷。' },
    ],
  },
  {
    id: 'demopending',
    status: workStatus.pending,
    hoursAgo: 2,
    kind: 'photoShare',
    cookName: '',
    cookTime: '',
    phone: '13800001001',
    materials: '',
    tips: '',
    desc: '周末把冰箱好好收拾了一遍：常吃的放中间，罐子排整齐，水果进果蔬盒。打开门的那一刻，心情都亮了。',
    images: ['fridge-shelf', 'fridge-shelf-detail'],
    steps: [],
  },
];

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
    for (const { hoursAgo, images, steps, ...work } of demoWorks) {
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
