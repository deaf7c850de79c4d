import { type ActivityWindow, type ProseElement, readProse, windowText } from '@fridge/shared-contracts';
import { rulesScreen } from '@fridge/shared-ui/internal';
import { copy } from '../../copy.ts';
import { REPORT } from '../../earn/use-draw-sharing.ts';
import theme from '../../theme/theme.module.css';
import { lacquerTone } from '../../theme/tone.ts';
import { DRAW_WINDOW } from '../../window.ts';

export const { Shell, Screen } = rulesScreen({
  heading: copy['draw.wheel.heading'],
  tone: lacquerTone,
  theme: theme.theme,
  window: DRAW_WINDOW,
  write: (bounds, host) =>
    drawRules({
      inWeChat: host?.environment.inWeChat ?? true,
      bounds,
      reportOpens: host?.navigation.opens(REPORT) ?? false,
    }),
});
export default Screen;

export interface RuleOccasion {
  bounds: ActivityWindow;
  inWeChat: boolean;
  reportOpens: boolean;
}

/**
 * The rules with the window and the open ways to more draws. WeChat forbids promising rewards for sharing (copy deck
 * 4.4).
 */
export function drawRules({ inWeChat, bounds, reportOpens }: RuleOccasion): readonly ProseElement[] {
  const all = readProse(copy['rules.draw'], {
    drawPeriod: windowText(bounds) ?? copy['draw.period.open'],
    ways: copy[reportOpens ? 'rules.draw.ways' : 'rules.draw.ways.campaign'],
  });
  return inWeChat ? all.filter(({ text }) => !text.includes('分享')) : all;
}
