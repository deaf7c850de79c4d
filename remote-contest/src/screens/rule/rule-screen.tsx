import { CONTEST_WINDOW } from '@fridge/shared-contracts/activities/contest';
import { rulesScreen } from '@fridge/shared-ui/internal';
import { copy } from '../../copy.ts';
import { linenTone } from '../../theme/tone.ts';
import { contestRules, rulesWithoutDates } from './rules.ts';

export const { Shell, Screen } = rulesScreen({
  heading: copy['host.default.contest.title'],
  tone: linenTone,
  window: CONTEST_WINDOW,
  write: (period, host) => (host === null ? rulesWithoutDates() : contestRules(period, host.navigation.query['eTime'])),
});
export default Screen;
