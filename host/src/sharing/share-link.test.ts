import { expect, it } from 'vitest';
import { shareLink } from './share-link.ts';

it.each([
  ['a bare path', { path: '/' }, { brand: -1, activityId: '' }, 'https://host.test/'],
  ['the brand and the activity', { path: '/draw' }, { brand: 1, activityId: 'a7' }, 'https://host.test/draw?brand=1&activityId=a7'],
  ['what a stranger may know', { path: '/detail', query: { cookId: '12' } }, { brand: 0, activityId: '' }, 'https://host.test/detail?brand=0&cookId=12'],
  [
    'nothing of the user',
    { path: '/yearReport', query: { fridgeId: 'f', phone: '13800000000', mobile: '13800000000', homeId: 'h', userId: 'u', wxToken: 't', at: 't', ac: 'f', sn8: '00000001', accessToken: 't', type: '2' } },
    { brand: -1, activityId: '' },
    'https://host.test/yearReport?type=2',
  ],
  ['an untidy path', { path: 'draw//rule/' }, { brand: -1, activityId: '' }, 'https://host.test/draw/rule'],
] as const)('carries %s', (_name, parameters, context, link) => expect(shareLink('https://host.test', parameters, context)).toBe(link));
