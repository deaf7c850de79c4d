import { callIds, contractText } from '@fridge/shared-contracts';
import { reportCalls } from '@fridge/shared-contracts/activities/report';
import { sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { copy } from './src/copy.ts';
import { nightTone } from './src/theme/night-tone.ts';

/** This remote's release (architecture, "The registry"). Always open: the year is over. */
export const release = {
  name: 'yearreport',
  version: '1.0.0',
  contract: contractText,
  title: copy['host.default.report.title'],
  description: copy['host.default.report.desc'],
  picture: 'hall.svg',
  routes: [
    {
      path: '/yearReport',
      title: copy['report.docTitle'],
      screen: 'src/screens/report/report-screen.tsx',
      window: null,
      tone: nightTone,
    },
    {
      path: '/yearReport/rule',
      title: copy['campaign.rule.docTitle'],
      screen: 'src/screens/rule/rule-screen.tsx',
      window: null,
      tone: nightTone,
      keeps: true,
    },
  ],
  bridge: [],
  requires: [],
  calls: callIds(reportCalls.getReport, sharingCalls.annualRecord),
  publicParameters: [],
} as const;
