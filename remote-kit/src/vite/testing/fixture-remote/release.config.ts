import { contractText } from '@fridge/shared-contracts';
import type { ReleaseDefinition } from '../../release-definition.ts';

/** A remote as small as one can be that has everything a release describes. */
export const release = {
  name: 'contest',
  version: '1.2.3',
  contract: contractText,
  title: 'fixture',
  description: '',
  picture: 'hall.svg',
  routes: [
    {
      path: '/works',
      title: 'first',
      screen: 'src/first-screen.tsx',
      window: 'contest',
      tone: { background: '#102030', ink: '#ffffff' },
    },
    { path: '/works/rule', title: 'second', screen: 'src/second-screen.tsx', window: null, keeps: true },
  ],
  period: 'contest',
  bridge: ['choosePhotos', 'share'],
  requires: ['choosePhotos'],
  calls: ['/activity/queryWorks', 'setting:isDirect'],
  publicParameters: ['worksId'],
} as const satisfies ReleaseDefinition;
