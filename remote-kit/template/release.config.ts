import type { ReleaseDefinition } from '@fridge/remote-kit/vite';
import { callIds, contractText } from '@fridge/shared-contracts';
import { dishCalls } from './src/calls.ts';
import { copy } from './src/copy.ts';

/** What the host learns of this remote before it loads any code. */
export const release = {
  name: 'remote-name',
  version: '1.0.0',
  contract: contractText,
  title: copy['dishes.docTitle'],
  description: copy['dishes.desc'],
  picture: 'hall.svg',
  routes: [
    {
      path: '/remote-name',
      title: copy['dishes.docTitle'],
      screen: 'src/screens/dishes/dishes-screen.tsx',
      window: null,
    },
  ],
  bridge: [],
  requires: [],
  calls: callIds(dishCalls.list),
  publicParameters: [],
} as const satisfies ReleaseDefinition;
