import type { ScreenProps } from '@fridge/shared-contracts';
import { readProse } from '@fridge/shared-contracts/copy';
import { joinClasses, Prose } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { FestivalWall } from '../../world/festival.tsx';
import world from '../../world/world.module.css';
import styles from './rule-screen.module.css';

const rules = readProse(copy['rules.draw']);

/** The draw's rules, on a sheet of paper before the lacquered wall. */
export default function RuleScreen(_props: ScreenProps) {
  return (
    <div className={joinClasses(world.world, styles.rule)}>
      <FestivalWall />
      <h1 className={joinClasses(world.display, styles.heading)}>{copy['draw.wheel.ruleLink']}</h1>
      <Prose elements={rules} className={joinClasses(world.paper, styles.text)} />
    </div>
  );
}
