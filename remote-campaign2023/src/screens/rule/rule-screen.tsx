import { type ActivityWindow, type ProseElement, readProse, windowText } from '@fridge/shared-contracts';
import { rulesScreen } from '@fridge/shared-ui/internal';
import { copy, WHOLE_PHRASES } from '../../copy.ts';
import { noonTone } from '../../theme/tone.ts';
import { CAMPAIGN_WINDOW } from '../../window.ts';

export const { Shell, Screen } = rulesScreen({
  heading: copy['campaign.home.heading'],
  tone: noonTone,
  window: CAMPAIGN_WINDOW,
  phrases: WHOLE_PHRASES,
  write: campaignRules,
});
export default Screen;

export function campaignRules(bounds: ActivityWindow): readonly ProseElement[] {
  const period = windowText(bounds, { exact: true }) ?? copy['rules.campaign.period.open'];
  return readProse(copy['rules.campaign'], { period });
}
