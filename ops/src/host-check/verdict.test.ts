import { fixedParameters, type TrackedEvent, trackedEventSchema } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { expect, it } from 'vitest';
import { verdictOf } from './verdict.ts';

const id = '00000000-0000-4000-8000-000000000000';
const common = { ...fixedParameters, id, at: 0, page: '/', version: '1.0.0' };
const phases = { entry: 1, screen: 1, styles: 1, render: 1 };

/** `open draw`, `failure draw entry timeout` */
const events = (...lines: string[]): TrackedEvent[] =>
  lines.map((line) => {
    const [event, remote, phase, reason] = line.split(' ');
    const own = event === 'open' ? { phases } : { phase, reason };
    return v.parse(trackedEventSchema, { ...common, event, remote, ...own });
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
