import { type ActivityModule, contractText } from '@fridge/shared-contracts';

/** What the host loads: one loader per route. */
const activity: ActivityModule = {
  contract: contractText,
  screens: {
    '/remote-name': () => import('./screens/dishes/dishes-screen.tsx'),
  },
};

export default activity;
