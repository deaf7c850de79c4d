import { type ActivityModule, contractText } from '@fridge/shared-contracts';

/** What the host mounts: one screen per route of `release.config.ts`, each loaded by itself. */
const activity: ActivityModule = {
  contract: contractText,
  screens: {
    '/': () => import('./screens/home/home-screen.tsx'),
    '/open': () => import('./screens/guide/guide-screen.tsx'),
    '/step': () => import('./screens/step/step-screen.tsx'),
    '/rule': () => import('./screens/rule/rule-screen.tsx'),
  },
};

export default activity;
