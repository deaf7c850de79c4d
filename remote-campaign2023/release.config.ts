import { contractText } from '@fridge/shared-contracts';
import { CAMPAIGN_PERIOD } from './src/campaign-period.ts';
import { copy } from './src/copy.ts';

/** How this remote's release describes itself (architecture, "The registry"). */
export const release = {
  name: 'campaign2023',
  version: '1.0.0',
  contract: contractText,
  title: copy['host.default.campaign.title'],
  description: copy['host.default.campaign.desc'],
  routes: [
    { path: '/', title: copy['campaign.home.docTitle'], screen: 'src/screens/home/home-screen.tsx', window: CAMPAIGN_PERIOD },
    { path: '/open', title: copy['campaign.guide.docTitle'], screen: 'src/screens/guide/guide-screen.tsx', window: CAMPAIGN_PERIOD },
    { path: '/step', title: copy['campaign.step.docTitle'], screen: 'src/screens/step/step-screen.tsx', window: null },
    { path: '/rule', title: copy['campaign.rule.docTitle'], screen: 'src/screens/rule/rule-screen.tsx', window: null },
  ],
  requires: ['getUserInfo', 'getHomeInfo'],
} as const;
