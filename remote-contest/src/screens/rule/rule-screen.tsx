import type { ScreenProps } from '@fridge/shared-contracts';
import { joinClasses, Prose, useStore } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { Kitchen } from '../../theme/kitchen.tsx';
import kitchen from '../../theme/kitchen.module.css';
import styles from './rule-screen.module.css';
import { contestRules } from './rules.ts';

/** The contest's rules (copy deck 3.5). */
export default function RuleScreen({ host }: ScreenProps) {
  // The operator may change the dates.
  useStore(host.windows);
  return (
    <Kitchen>
      <h1 className={joinClasses(kitchen.display, styles.heading)}>{copy['host.default.contest.title']}</h1>
      <Prose elements={contestRules(host)} className={styles.card} />
    </Kitchen>
  );
}
