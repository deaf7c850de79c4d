import { type ActivityModule, contractText } from '@fridge/shared-contracts';

/** What the host mounts: one screen per route of `release.config.ts`, each loaded by itself. */
const activity: ActivityModule = {
  contract: contractText,
  screens: {
    '/yearReport': () => import('./screens/report/report-screen.tsx'),
    '/yearReport/rule': () => import('./screens/rule/rule-screen.tsx'),
  },
};

export default activity;
