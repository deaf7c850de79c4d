import { type Work, workSchema } from '@fridge/shared-contracts/activities/contest';
import * as v from 'valibot';

/** A recipe of the user, pending, fit to be sent again; a test says what is otherwise. */
export const aWork = (fields: Record<string, unknown> = {}): Work =>
  v.parse(workSchema, {
    id: '7',
    cookName: '番茄牛腩煲',
    desc: '字'.repeat(100),
    image: ['https://files.example/1.jpg', 'https://files.example/2.jpg'],
    status: 0,
    addTime: '2021-09-10 18:30',
    editPermission: 1,
    nickName: '小麦',
    CookTime: 4,
    materials: '牛腩500克',
    tips: '趁热',
    steps: [{ image: 'https://files.example/s.jpg', stepDesc: '切块' }],
    ...fields,
  });

/** A photo share has no title. */
export const aPhotoShare = (fields: Record<string, unknown> = {}): Work =>
  aWork({
    cookName: '',
    desc: '周末的冰箱',
    image: ['https://files.example/1.jpg'],
    CookTime: null,
    materials: '',
    tips: '',
    steps: [],
    phone: '13900002001',
    ...fields,
  });
