import { type ActivityModule, contractText } from '@fridge/shared-contracts';

export default {
  contract: contractText,
  screens: { '/works': () => import('./first-screen.tsx'), '/works/rule': () => import('./second-screen.tsx') },
} satisfies ActivityModule;
