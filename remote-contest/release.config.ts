import { callIds, contractText } from '@fridge/shared-contracts';
import { CONTEST_WINDOW, contestCalls } from '@fridge/shared-contracts/activities/contest';
import { copy } from './src/copy.ts';
import { linenTone } from './src/theme/tone.ts';

/**
 * This remote's release (architecture, "The registry"). No route names the contest's window: works, detail and rules
 * outlive it.
 */
export const release = {
  name: 'contest',
  version: '1.0.0',
  contract: contractText,
  title: copy['host.default.contest.title'],
  description: copy['host.default.contest.desc'],
  picture: 'hall.svg',
  routes: [
    {
      path: '/works',
      title: copy['contest.works.docTitle'],
      screen: 'src/screens/works/works-screen.tsx',
      window: null,
      tone: linenTone,
      keeps: true,
    },
    {
      path: '/works/rule',
      title: copy['campaign.rule.docTitle'],
      screen: 'src/screens/rule/rule-screen.tsx',
      window: null,
      tone: linenTone,
      keeps: true,
    },
    {
      path: '/upload',
      title: copy['contest.upload.docTitle'],
      screen: 'src/screens/writing.ts#upload',
      window: null,
      tone: linenTone,
    },
    {
      path: '/detail',
      title: copy['contest.detail.docTitle'],
      screen: 'src/screens/detail/detail-screen.tsx',
      window: null,
      tone: linenTone,
      keeps: true,
    },
    {
      path: '/edit',
      title: copy['contest.edit.docTitle'],
      screen: 'src/screens/writing.ts#edit',
      window: null,
      tone: linenTone,
    },
  ],
  period: CONTEST_WINDOW,
  bridge: ['getUserInfo', 'getHomeInfo', 'choosePhotos'],
  requires: ['getUserInfo', 'getHomeInfo'],
  calls: callIds(
    contestCalls.saveWork,
    contestCalls.submitEntries,
    contestCalls.updateWork,
    contestCalls.getMyWorks,
    contestCalls.getWorkDetail,
    contestCalls.delWork,
    contestCalls.uploadWork,
  ),
  publicParameters: ['cookId'],
} as const;
