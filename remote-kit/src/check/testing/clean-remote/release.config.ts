import { callIds, contractText } from '@fridge/shared-contracts';
import type { ReleaseDefinition } from '../../../vite/release-definition.ts';
import { listPlaces } from './src/calls.ts';

/** Keeps every rule that the check looks at. */
export const release = {
  name: 'picnic',
  version: '1.0.0',
  contract: contractText,
  title: 'Picnic',
  description: '',
  picture: null,
  routes: [{ path: '/picnic', title: 'Picnic', screen: 'src/picnic-screen.tsx', window: 'picnic' }],
  bridge: ['getUserInfo', 'getHomeInfo'],
  requires: ['getUserInfo'],
  calls: callIds(listPlaces),
  publicParameters: [],
} as const satisfies ReleaseDefinition;
