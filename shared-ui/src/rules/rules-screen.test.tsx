import { shellProblemsOf } from '@fridge/remote-kit/testing/shell-check';
import { readProse, windowText } from '@fridge/shared-contracts';
import { expect, it } from 'vitest';
import { rulesScreen } from './rules-screen.tsx';

it('draws the same shell and screen, around the rules', async () => {
  const { Shell, Screen } = rulesScreen({
    heading: 'Rules',
    tone: { background: '#ffffff', ink: '#000000' },
    window: 'fair',
    write: (period, host) => readProse([windowText(period) ?? 'always', host === null ? 'to all' : 'to you']),
  });
  const screens = { '/fair/rule': async () => ({ default: Screen, Shell }) };
  expect(await shellProblemsOf(screens, 'fair')).toEqual([]);
});
