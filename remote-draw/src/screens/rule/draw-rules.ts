import type { Environment } from '@fridge/shared-contracts';
import { type ProseElement, readProse } from '@fridge/shared-contracts/copy';
import { copy } from '../../copy.ts';

const all = readProse(copy['rules.draw']);

/** The draw's rules. WeChat forbids rewards for sharing, and so the promise of one (copy deck 4.4). */
export function drawRules({ inWeChat }: Pick<Environment, 'inWeChat'>): readonly ProseElement[] {
  return inWeChat ? all.filter(({ text }) => !text.includes('分享')) : all;
}
