import type { ScreenProps } from '@fridge/shared-contracts';
import { readProse } from '@fridge/shared-contracts/copy';
import { joinClasses, Prose } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { CurveDivider } from '../../theme/curve-divider.tsx';
import theme from '../../theme/theme.module.css';
import styles from './rule-screen.module.css';

const rules = readProse(copy['rules.campaign']);

/** The campaign's rules (spec section 2, "Rules page"), to be read on the skin's own calm ground. */
export default function RuleScreen(_props: ScreenProps) {
  return (
    <div className={joinClasses(theme.theme, styles.rule)}>
      <header className={joinClasses(theme.noon, theme.horizon, styles.noon)}>
        <h1 className={joinClasses(theme.display, styles.heading)}>{copy['campaign.rule.docTitle']}</h1>
        <CurveDivider below="page" className={styles.curve} />
      </header>
      <Prose elements={rules} className={joinClasses(theme.page, styles.text)} />
    </div>
  );
}
