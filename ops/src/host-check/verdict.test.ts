import { expect, it } from 'vitest';
import type { TrackedEvent } from '@fridge/shared-contracts/host';
import { verdictOf } from './verdict.ts';

/** `open draw`, `failure draw entry timeout` */
const events = (...lines: string[]) =>
  lines.map((line) => {
    const [event, remote, phase, reason] = line.split(' ');
    return { event, remote, phase, reason } as unknown as TrackedEvent; // the fields that count
  });

it.each([
  [[], null],
  [['open draw'], 'open'],
  [['open contest'], null],
  [['failure draw entry timeout'], 'entry timeout'],
  [['open draw', 'failure draw render threw'], 'render threw'],
  [['open draw', 'failure draw callback threw'], 'open'],
  [['open draw', 'failure draw call undeclared'], 'open'],
  [['open draw', 'failure contest entry network'], 'open'],
  [['failure host shell threw'], 'the host: shell threw'],
])('%j: %s', (lines, verdict) => expect(verdictOf(events(...lines), 'draw')).toBe(verdict));
