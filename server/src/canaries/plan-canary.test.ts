import { describe, expect, it } from 'vitest';
import type { Canary, RegistryDocument, RemoteDecision } from '../registry/registry-document.ts';
import { type CanaryFacts, canaryWords, endedByPromotion, planCanary, planCanaryEnd } from './plan-canary.ts';

const on: RemoteDecision = { enabled: true, release: 'latest' };
const listed = (decision: Partial<RemoteDecision> = {}): RegistryDocument => ({
  version: 2,
  remotes: { contest: on, draw: { ...on, ...decision } },
});
const facts: CanaryFacts = {
  name: 'draw',
  document: listed(),
  stable: '1.0.0',
  found: { contract: '3.0', removedAt: null },
  contract: { major: 3, minor: 1 },
  way: 'command',
};
const ten: Canary = { release: '1.5.0', percent: 10 };
const steps = { percent: 10, minutes: 30 };
const running = (canary: Canary): Partial<CanaryFacts> => ({ document: listed({ canary }) });

describe('planCanary', () => {
  it('gives the same document for what holds already', () => {
    const document = listed({ canary: { ...ten, steps } });
    const plan = planCanary({ ...ten, steps: { ...steps } }, { ...facts, document });
    expect('document' in plan && plan.document).toBe(document);
  });

  it.each<[string, Canary, Partial<CanaryFacts>]>([
    ['a first one', ten, {}],
    ['one for nobody yet', { ...ten, percent: 0 }, {}],
    ['one for all', { ...ten, percent: 100 }, {}],
    ['one with a timetable', { ...ten, steps }, {}],
    ['growth', { ...ten, percent: 50 }, running(ten)],
    ['less', { ...ten, percent: 1 }, running(ten)],
    ['an end of the timetable', ten, running({ ...ten, steps })],
    ['an older release than the stable one', { ...ten, release: '0.9.0' }, {}],
  ])('takes %s as it is asked for', (_, asked, changes) =>
    expect(planCanary(asked, { ...facts, ...changes })).toEqual({ document: listed({ canary: asked }) }),
  );

  it.each<[string, Partial<CanaryFacts>, string]>([
    [
      'a remote that is not listed',
      { document: { version: 2, remotes: { contest: on } } },
      'draw has no release yet that all others would get. Publish the first one without --canary.',
    ],
    ['a remote that is off', { document: listed({ enabled: false }) }, 'Switch it on first: on draw'],
    [
      'a pinned remote',
      { document: listed({ release: '1.0.0' }) },
      'draw is pinned to 1.0.0, and a pin holds for everybody. Let it move first: pin draw none',
    ],
    ['a remote without a stable release', { stable: null }, 'draw has no release that everybody else would get'],
    ['a release that is not there', { found: null }, 'draw has no release 1.5.0; publish it first.'],
    [
      'a release whose files are gone',
      { found: { contract: '3.0', removedAt: new Date('2026-01-02T12:00:00Z') } },
      'the files of draw 1.5.0 were removed on 2026-01-02',
    ],
    ['the stable release', { stable: '1.5.0' }, 'everybody gets draw 1.5.0 already'],
    ['one for the next contract', { found: { contract: '4.0', removedAt: null } }, 'built for contract 4.0, and this'],
    ['one for a former contract', { found: { contract: '2.0', removedAt: null } }, "its pages couldn't open it"],
    ['one of no contract', { found: { contract: '', removedAt: null } }, 'built for contract '],
    [
      'a second canary',
      running({ release: '1.4.0', percent: 5, steps }),
      'a canary of draw runs already, 1.4.0 for 5 %, 10 % more every 30 minutes. Promote it (promote draw) or end it',
    ],
  ])('refuses %s', (_, changes, text) =>
    expect(planCanary(ten, { ...facts, ...changes })).toEqual({
      refused: { kind: 'canary', text: expect.stringContaining(text) },
    }),
  );
});

const document = { version: 2 as const, remotes: { draw: { ...on, canary: ten }, contest: { ...on, canary: ten } } };

it('ends the canary that runs, of this remote alone', () =>
  expect(planCanaryEnd('draw', document)).toEqual({
    document: { ...document, remotes: { ...document.remotes, draw: on } },
    ended: ten,
  }));

it.each(['picnic', 'toString'])('ends no canary of %s', (name) =>
  expect(planCanaryEnd(name, document)).toEqual({
    refused: { kind: 'canary', text: `${name} has no canary that could end.` },
  }),
);

describe('a promotion', () => {
  it('of its release ends a canary, of this remote alone', () =>
    expect(endedByPromotion(document, 'draw', '1.5.0').remotes).toEqual({ ...document.remotes, draw: on }));

  it.each([
    ['draw', '1.4.0'],
    ['picnic', '1.5.0'],
    ['toString', '1.5.0'],
  ])('of %s %s leaves the document as it is', (name, version) =>
    expect(endedByPromotion(document, name, version)).toBe(document),
  );
});

it.each<[Canary, string]>([
  [ten, '1.5.0 for 10 %'],
  [{ ...ten, steps: { percent: 5, minutes: 1 } }, '1.5.0 for 10 %, 5 % more every minute'],
])('is told in words: %j', (canary, words) => expect(canaryWords(canary)).toBe(words));
