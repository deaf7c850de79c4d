import { type ActivityModule, contractText } from '@fridge/shared-contracts';

/** One chunk per screen. */
const activity: ActivityModule = {
  contract: contractText,
  screens: {
    '/works': () => import('./screens/works/works-screen.tsx'),
    '/works/rule': () => import('./screens/rule/rule-screen.tsx'),
    '/upload': async () => ({ default: (await import('./screens/writing.ts')).UploadScreen }),
    '/detail': () => import('./screens/detail/detail-screen.tsx'),
    '/edit': async () => ({ default: (await import('./screens/writing.ts')).EditScreen }),
  },
};

export default activity;
