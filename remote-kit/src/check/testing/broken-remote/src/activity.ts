import { type ActivityModule, contractText } from '@fridge/shared-contracts';

export default {
  contract: contractText,
  screens: {
    '/vandal': () => import('./screens/vandal-screen.tsx'),
    '/vandal/crash': () => import('./screens/crash-screen.tsx'),
    '/vandal/hang': () => import('./screens/hang-screen.tsx'),
    '/vandal/empty': () => import('./screens/empty-screen.tsx'),
    '/vandal/leave': () => import('./screens/leave-screen.tsx'),
    '/vandal/loop': () => import('./screens/loop-screen.tsx'),
  },
} satisfies ActivityModule;
