import { contractText } from '@fridge/shared-contracts';
import { expect, it } from 'vitest';
import type { Promotion } from '../registry/resolve-registry.ts';
import { planRollBack } from './plan-roll-back.ts';

const promoted = (version: string, kind: Promotion['kind'] = 'promote'): Promotion => ({
  name: 'draw',
  version,
  kind,
  contract: contractText,
});
const newer = { isGiven: true, isOlder: false };
const older = { isGiven: true, isOlder: true };
const resting = { isGiven: false, isOlder: false };
const two = [promoted('1.3.0'), promoted('1.4.0')];

it.each([
  ['the canary', 10, two, newer, '1.5.0', '1.4.0', false],
  ['the release before, beside a canary at 0 %', 0, two, newer, '1.4.0', '1.3.0', true],
  ['the release before, beside a canary that rests', 10, two, resting, '1.4.0', '1.3.0', true],
  ['a promotion since the canary began', 10, two, older, '1.4.0', '1.3.0', true],
  ['the canary, after that promotion', 10, [...two, promoted('1.3.0', 'rollback')], older, '1.5.0', '1.3.0', false],
  ['the canary of the only release', 10, [promoted('1.4.0')], newer, '1.5.0', '1.4.0', false],
  ['it too where that was promoted again', 10, [promoted('1.4.0')], older, '1.5.0', '1.4.0', false],
])('takes back %s', (_, percent, promotions, state, from, to, promotes) => {
  const decision = { enabled: true, release: 'latest', canary: { release: '1.5.0', percent } };
  const plan = planRollBack('draw', decision, promotions, state);
  expect(plan).toEqual({ from, to, ended: promotes ? null : decision.canary, promotes });
});
