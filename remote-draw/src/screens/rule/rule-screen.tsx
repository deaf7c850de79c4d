import type { ScreenProps } from '@fridge/shared-contracts';
import { joinClasses, Prose } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { drawRules } from './draw-rules.ts';
import { PaperPage } from '../../theme/paper-page.tsx';
import theme from '../../theme/theme.module.css';
import styles from './rule-screen.module.css';

/** The draw's rules, on a sheet of paper before the lacquered wall. */
export default function RuleScreen({ host }: ScreenProps) {
  return (
    <PaperPage heading={copy['draw.wheel.ruleLink']}>
      <Prose elements={drawRules(host.environment)} className={joinClasses(theme.paper, styles.text)} />
    </PaperPage>
  );
}
