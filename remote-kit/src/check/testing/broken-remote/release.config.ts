import { contractText } from '@fridge/shared-contracts';
import type { ReleaseDefinition } from '../../../vite/release-definition.ts';

const route = (path: string, screen: string) => ({
  path,
  title: path,
  screen: `src/screens/${screen}-screen.tsx`,
  window: null,
});

/** Breaks the rules that the check looks at. */
export const release: ReleaseDefinition = {
  name: 'vandal',
  version: '1.0.0',
  contract: contractText,
  title: 'Vandal',
  description: '',
  picture: null,
  routes: [
    route('/vandal', 'vandal'),
    route('/vandal/crash', 'crash'),
    route('/vandal/hang', 'hang'),
    route('/vandal/empty', 'empty'),
    route('/vandal/leave', 'leave'),
    route('/vandal/loop', 'loop'),
    route('/vandal/lie', 'lie'),
  ],
  bridge: [],
  requires: [],
  calls: ['/activity/neverMade'],
  publicParameters: [],
};
