import type { ScreenProps } from '@fridge/shared-contracts';
import { joinClasses, Prose } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { drawRules } from '../../rules/draw-rules.ts';
import { FestivalWall } from '../../theme/festival.tsx';
import theme from '../../theme/theme.module.css';
import styles from './rule-screen.module.css';

/** The draw's rules, on a sheet of paper before the lacquered wall. */
export default function RuleScreen({ host }: ScreenProps) {
  return (
    <div className={joinClasses(theme.theme, styles.rule)}>
      <FestivalWall />
      <h1 className={joinClasses(theme.display, styles.heading)}>{copy['draw.wheel.ruleLink']}</h1>
      <Prose elements={drawRules(host.environment)} className={joinClasses(theme.paper, styles.text)} />
    </div>
  );
}
