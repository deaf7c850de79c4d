import type { ScreenProps } from '@fridge/shared-contracts';
import { joinClasses, Prose } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { DRAW_WINDOW } from '../../window.ts';
import { REPORT } from '../../earn/report-path.ts';
import { drawRules } from './rules.ts';
import { PaperPage } from '../../theme/paper-page.tsx';
import theme from '../../theme/theme.module.css';
import styles from './rule-screen.module.css';

export default function RuleScreen({ host }: ScreenProps) {
  const { environment: { inWeChat }, navigation, windows } = host;
  const rules = drawRules({ inWeChat, bounds: windows.bounds(DRAW_WINDOW), reportOpens: navigation.opens(REPORT) });
  return (
    <PaperPage heading={copy['draw.wheel.heading']}>
      <Prose elements={rules} className={joinClasses(theme.paper, styles.text)} />
    </PaperPage>
  );
}
