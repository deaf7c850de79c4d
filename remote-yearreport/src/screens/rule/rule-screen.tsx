import type { ScreenProps } from '@fridge/shared-contracts';
import { Fridge, joinClasses, Prose, useStore } from '@fridge/shared-ui';
import { useLayoutEffect } from 'react';
import { copy } from '../../copy.ts';
import night from '../../theme/night.module.css';
import { nightTone } from '../../theme/night-tone.ts';
import styles from './rule-screen.module.css';
import { reportRules } from './rules.ts';

/** Spec section 2, "Rules page". */
export default function RuleScreen({ host }: ScreenProps) {
  const skin = useStore(host.skin);
  useLayoutEffect(() => host.header.set({ tone: nightTone }), [host]);
  return (
    <div className={joinClasses(night.night, styles.rule, skin === 1 && night.skin1, skin === 2 && night.skin2)}>
      <h1 className={styles.heading}>{copy['report.landing.heading']}</h1>
      <Prose elements={reportRules(host.environment)} />
      <Fridge mood="ajar" className={styles.fridge} />
    </div>
  );
}
