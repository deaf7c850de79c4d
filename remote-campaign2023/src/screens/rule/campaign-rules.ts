import type { WindowService } from '@fridge/shared-contracts';
import { windowText, type ProseElement, readProse } from '@fridge/shared-contracts/copy';
import { copy } from '../../copy.ts';

/** The rules with the activity time that the settings give it, to the second. */
export function campaignRules(bounds: ReturnType<WindowService['bounds']>): readonly ProseElement[] {
  const period = windowText(bounds, { exact: true }) ?? copy['rules.campaign.period.open'];
  return readProse(copy['rules.campaign'], { period });
}
