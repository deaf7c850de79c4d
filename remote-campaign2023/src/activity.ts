import { type ActivityModule, contractText } from '@fridge/shared-contracts';

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
