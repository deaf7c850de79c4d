import type { ScreenProps } from '@fridge/shared-contracts';
import { readProse } from '@fridge/shared-contracts/copy';
import { joinClasses, Prose } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { NoonHeader } from '../../theme/noon-header.tsx';
import theme from '../../theme/theme.module.css';
import styles from './rule-screen.module.css';

const rules = readProse(copy['rules.campaign']);

/** The campaign's rules (spec section 2, "Rules page"), to be read on the skin's own calm ground. */
export default function RuleScreen(_props: ScreenProps) {
  return (
    <div className={joinClasses(theme.theme, styles.rule)}>
      <NoonHeader heading={copy['campaign.home.heading']} below="page" sun={false} className={styles.noon} />
      <Prose elements={rules} className={joinClasses(theme.page, styles.text)} />
    </div>
  );
}
