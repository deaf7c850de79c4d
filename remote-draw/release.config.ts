import { contractText } from '@fridge/shared-contracts';
import { copy } from './src/copy.ts';

/** How this remote's release describes itself (architecture, "The registry"). Prizes and addresses outlive the draw. */
export const release = {
  name: 'draw',
  version: '1.0.0',
  contract: contractText,
  title: copy['host.default.draw.title'],
  description: copy['host.default.draw.desc'],
  routes: [
    { path: '/draw', title: copy['draw.wheel.docTitle'], screen: 'src/screens/wheel/wheel-screen.tsx', window: 'draw' },
    { path: '/draw/rule', title: copy['draw.wheel.ruleLink'], screen: 'src/screens/rule/rule-screen.tsx', window: null },
    { path: '/prize', title: copy['draw.prize.docTitle'], screen: 'src/screens/prize/prize-screen.tsx', window: null },
    { path: '/address', title: copy['draw.address.docTitle'], screen: 'src/screens/address/address-screen.tsx', window: null },
  ],
  requires: ['getUserInfo', 'getHomeInfo'],
} as const;
