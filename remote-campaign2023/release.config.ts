import { callIds, contractText } from '@fridge/shared-contracts';
import { campaignCalls } from '@fridge/shared-contracts/activities/campaign';
import { sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { CAMPAIGN_WINDOW } from './src/window.ts';
import { copy } from './src/copy.ts';
import { noonTone } from './src/theme/tone.ts';

/** This remote's release (architecture, "The registry"). */
export const release = {
  name: 'campaign2023',
  version: '1.0.0',
  contract: contractText,
  title: copy['host.default.campaign.title'],
  description: copy['host.default.campaign.desc'],
  picture: 'hall.svg',
  routes: [
    {
      path: '/',
      title: copy['campaign.home.docTitle'],
      screen: 'src/screens/home/home-screen.tsx',
      window: CAMPAIGN_WINDOW,
      tone: noonTone,
    },
    {
      path: '/open',
      title: copy['campaign.guide.docTitle'],
      screen: 'src/screens/guide/guide-screen.tsx',
      window: CAMPAIGN_WINDOW,
      tone: noonTone,
    },
    {
      path: '/step',
      title: copy['campaign.step.docTitle'],
      screen: 'src/screens/step/step-screen.tsx',
      window: null,
      tone: noonTone,
    },
    {
      path: '/rule',
      title: copy['campaign.rule.docTitle'],
      screen: 'src/screens/rule/rule-screen.tsx',
      window: null,
      tone: noonTone,
      keeps: true,
    },
  ],
  period: CAMPAIGN_WINDOW,
  bridge: ['getUserInfo', 'getHomeInfo'],
  requires: ['getUserInfo', 'getHomeInfo'],
  calls: callIds(
    campaignCalls.isDirect,
    campaignCalls.getNewAnswer,
    campaignCalls.answerQuestion,
    sharingCalls.annualRecord,
    sharingCalls.shareRecord,
  ),
  publicParameters: [],
} as const;
