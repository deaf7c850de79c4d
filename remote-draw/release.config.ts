import { callIds, contractText } from '@fridge/shared-contracts';
import { drawCalls } from '@fridge/shared-contracts/activities/draw';
import { sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { copy } from './src/copy.ts';
import { DRAW_WINDOW } from './src/window.ts';
import { lacquerTone } from './src/theme/tone.ts';

/** This remote's release (architecture, "The registry"). Prizes and addresses outlive the draw. */
export const release = {
  name: 'draw',
  version: '1.0.0',
  contract: contractText,
  title: copy['host.default.draw.title'],
  description: copy['host.default.draw.desc'],
  picture: 'hall.svg',
  routes: [
    {
      path: '/draw',
      title: copy['draw.wheel.docTitle'],
      screen: 'src/screens/draw/draw-screen.tsx',
      window: DRAW_WINDOW,
      tone: lacquerTone,
    },
    {
      path: '/draw/rule',
      title: copy['draw.wheel.ruleLink'],
      screen: 'src/screens/rule/rule-screen.tsx',
      window: null,
      tone: lacquerTone,
      keeps: true,
    },
    {
      path: '/prize',
      title: copy['draw.prize.docTitle'],
      screen: 'src/screens/prize/prize-screen.tsx',
      window: null,
      tone: lacquerTone,
      keeps: true,
    },
    {
      path: '/address',
      title: copy['draw.address.docTitle'],
      screen: 'src/screens/address/address-screen.tsx',
      window: null,
      tone: lacquerTone,
      keeps: true,
    },
  ],
  period: DRAW_WINDOW,
  bridge: ['getUserInfo', 'getHomeInfo'],
  requires: ['getUserInfo', 'getHomeInfo'],
  calls: callIds(
    drawCalls.getSurplusNum,
    drawCalls.draw,
    drawCalls.getMyGiftList,
    drawCalls.myGift,
    drawCalls.getMyPrize,
    drawCalls.saveAddress,
    sharingCalls.annualRecord,
  ),
  publicParameters: [],
} as const;
