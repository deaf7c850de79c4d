import { type Environment, readProse } from '@fridge/shared-contracts';
import { rulesScreen } from '@fridge/shared-ui/internal';
import { copy } from '../../copy.ts';
import { nightTone } from '../../theme/night-tone.ts';
import styles from './rule-screen.module.css';

export const { Shell, Screen } = rulesScreen({
  heading: copy['report.landing.heading'],
  tone: nightTone,
  theme: styles.night,
  window: '',
  write: (_, host) => reportRules(host?.environment ?? { inWeChat: true }),
});
export default Screen;

/** Starts the heading about rewards for sharing. */
const REWARD = '四、';

/** Without the last section, on rewards for sharing, in WeChat, which forbids them (domain, "The native bridge"). */
export function reportRules({ inWeChat }: Pick<Environment, 'inWeChat'>) {
  const all = readProse(copy['rules.report']);
  return inWeChat
    ? all.slice(
        0,
        all.findIndex(({ text }) => text.startsWith(REWARD)),
      )
    : all;
}
