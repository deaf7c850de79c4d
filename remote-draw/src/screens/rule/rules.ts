import { type Environment, type ProseElement, readProse, windowText } from '@fridge/shared-contracts';
import { copy } from '../../copy.ts';

export interface RuleOccasion extends Pick<Environment, 'inWeChat'> {
  /** The draw's window in the settings. */
  bounds: { start: string | null; end: string | null };
  /** Whether the annual report can be opened, and so shared. */
  reportOpens: boolean;
}

/**
 * The draw's rules, with the time that the settings give it and the ways to more draws that are open. WeChat forbids
 * rewards for sharing, and so the promise of one (copy deck 4.4).
 */
export function drawRules({ inWeChat, bounds, reportOpens }: RuleOccasion): readonly ProseElement[] {
  const all = readProse(copy['rules.draw'], {
    drawPeriod: windowText(bounds) ?? copy['draw.period.open'],
    ways: copy[reportOpens ? 'rules.draw.ways' : 'rules.draw.ways.campaign'],
  });
  return inWeChat ? all.filter(({ text }) => !text.includes('分享')) : all;
}
