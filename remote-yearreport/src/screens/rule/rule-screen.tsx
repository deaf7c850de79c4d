import { type Environment, type ProseElement, readProse, type ScreenProps } from '@fridge/shared-contracts';
import { joinClasses, Prose, useStore } from '@fridge/shared-ui';
import { Fridge } from '@fridge/shared-ui/internal';
import { useLayoutEffect } from 'react';
import { copy } from '../../copy.ts';
import { nightTone } from '../../theme/night-tone.ts';
import night from '../../theme/night.module.css';
import styles from './rule-screen.module.css';

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

const all = readProse(copy['rules.report']);

/** Starts the heading about rewards for sharing. */
const REWARD = '四、';

/** Without rewards for sharing in WeChat, which forbids them (domain, "The native bridge"). */
export function reportRules({ inWeChat }: Pick<Environment, 'inWeChat'>): readonly ProseElement[] {
  if (!inWeChat) return all;
  const from = all.findIndex(({ kind, text }) => kind === 'heading' && text.startsWith(REWARD));
  const next = all.findIndex(({ kind }, at) => kind === 'heading' && at > from);
  return all.filter((_, at) => from < 0 || at < from || (next >= 0 && at >= next));
}
