import { callIds, contractText } from '@fridge/shared-contracts';
import type { ReleaseDefinition } from '@fridge/remote-kit/vite';
import { greet } from './calls.ts';

const route = (path: string, screen: string) => ({
  path,
  title: path,
  screen: `src/screens/${screen}.tsx`,
  window: null,
  tone: null,
});

/** Stands in the place of the contest for the time of a story. */
export const release: ReleaseDefinition = {
  name: 'contest',
  version: '9.9.9',
  contract: contractText,
  title: 'A guest',
  description: '',
  picture: null,
  routes: [
    route('/works', 'greeting'),
    route('/works/rule', 'nonsense'),
    route('/upload', 'clean-up'),
    route('/detail', 'last-reference'),
    route('/edit', 'wrecker'),
  ],
  bridge: [],
  requires: [],
  calls: callIds(greet),
  publicParameters: ['cookId'],
};
