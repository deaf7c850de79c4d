import type { ReleaseDefinition } from '@fridge/remote-kit/vite';
import { type Call, callIds, contractText } from '@fridge/shared-contracts';
import { calls } from './src/calls.ts';
import { copy } from './src/copy.ts';

/** What the host learns of this remote before it loads any code. */
export const release = {
  name: 'remote-name',
  version: '1.0.0',
  contract: contractText,
  title: copy['home.docTitle'],
  description: copy['remote.desc'],
  picture: 'hall.svg',
  routes: [
    { path: '/remote-name', title: copy['home.docTitle'], screen: 'src/screens/home/home-screen.tsx', window: null },
  ],
  bridge: [],
  requires: [],
  calls: callIds(...Object.values<Call>(calls)),
  publicParameters: [],
} as const satisfies ReleaseDefinition;
