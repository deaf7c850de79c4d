import { type ActivityModule, contractText } from '@fridge/shared-contracts';

export default {
  contract: contractText,
  screens: {
    '/works': () => import('./screens/greeting.tsx'),
    '/works/rule': () => import('./screens/nonsense.tsx'),
    '/upload': () => import('./screens/clean-up.tsx'),
    '/detail': () => import('./screens/last-reference.tsx'),
    '/edit': () => import('./screens/wrecker.tsx'),
  },
} satisfies ActivityModule;
