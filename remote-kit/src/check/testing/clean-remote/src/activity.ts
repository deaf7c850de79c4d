import { type ActivityModule, contractText } from '@fridge/shared-contracts';

export default {
  contract: contractText,
  screens: { '/picnic': () => import('./picnic-screen.tsx') },
} satisfies ActivityModule;
