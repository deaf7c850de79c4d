import { type ActivityModule, contractText } from '@fridge/shared-contracts';

/** One chunk per screen. */
const activity: ActivityModule = {
  contract: contractText,
  screens: {
    '/yearReport': () => import('./screens/report/report-screen.tsx'),
    '/yearReport/rule': () => import('./screens/rule/rule-screen.tsx'),
  },
};

export default activity;
