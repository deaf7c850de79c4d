import { type ActivityModule, contractText } from '@fridge/shared-contracts';

const activity: ActivityModule = {
  contract: contractText,
  screens: {
    '/draw': () => import('./screens/draw/draw-screen.tsx'),
    '/draw/rule': () => import('./screens/rule/rule-screen.tsx'),
    '/prize': () => import('./screens/prize/prize-screen.tsx'),
    '/address': () => import('./screens/address/address-screen.tsx'),
  },
};

export default activity;
