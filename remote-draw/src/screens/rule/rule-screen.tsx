import { type Environment, type ProseElement, readProse, type ScreenProps, windowText } from '@fridge/shared-contracts';
import { joinClasses, Prose } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { REPORT } from '../../earn/use-draw-sharing.ts';
import { PaperPage } from '../../theme/paper-page.tsx';
import theme from '../../theme/theme.module.css';
import { DRAW_WINDOW } from '../../window.ts';
import styles from './rule-screen.module.css';

export default function RuleScreen({ host }: ScreenProps) {
  const {
    environment: { inWeChat },
    navigation,
    windows,
  } = host;
  const rules = drawRules({ inWeChat, bounds: windows.bounds(DRAW_WINDOW), reportOpens: navigation.opens(REPORT) });
  return (
    <PaperPage heading={copy['draw.wheel.heading']}>
      <Prose elements={rules} className={joinClasses(theme.paper, styles.text)} />
    </PaperPage>
  );
}

export interface RuleOccasion extends Pick<Environment, 'inWeChat'> {
  bounds: { start: string | null; end: string | null };
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
