import { contractText } from '@fridge/shared-contracts';
import { describe, expect, it } from 'vitest';
import { type Canary, canaryWords, type RegistryDocument, type RemoteDecision } from './registry/registry-document.ts';
import type { Promotion } from './registry/resolve-registry.ts';
import {
  endedByPromotion,
  planCanary,
  planCanaryEnd,
  planPin,
  planPromotion,
  planRollBack,
  type Situation,
} from './plan-change.ts';

const on: RemoteDecision = { enabled: true, release: 'latest' };
const listed = (decision: Partial<RemoteDecision> = {}): RegistryDocument => ({
  version: 2,
  remotes: { contest: on, draw: { ...on, ...decision } },
});
const promoted = (version: string, isRollBack = false): Promotion => ({
  name: 'draw',
  version,
  isRollBack,
  contract: contractText,
});
const situation = (decision: Partial<RemoteDecision> | null = {}, changes: Partial<Situation> = {}): Situation => ({
  name: 'draw',
  document: decision === null ? { version: 2, remotes: { contest: on } } : listed(decision),
  decision: decision === null ? null : { ...on, ...decision },
  promotions: [promoted('1.0.0')],
  releases: ['1.5.0', '1.0.0', '0.9.0'].map((version) => ({ version, contract: contractText })),
  stable: '1.0.0',
  isCanaryGiven: true,
  isPromotionLast: false,
  isTeam: false,
  ...changes,
});
const ten: Canary = { release: '1.5.0', percent: 10 };
const steps = { percent: 10, minutes: 30 };

describe('planCanary', () => {
  it('gives the same document for what holds already', () => {
    const running = situation({ canary: { ...ten, steps } });
    expect(planCanary({ ...ten, steps: { ...steps } }, running).document).toBe(running.document);
  });

  it.each<[string, Canary, Situation]>([
    ['a first one', ten, situation()],
    ['one for nobody yet', { ...ten, percent: 0 }, situation()],
    ['one for all', { ...ten, percent: 100 }, situation()],
    ['one with a timetable', { ...ten, steps }, situation()],
    ['growth', { ...ten, percent: 50 }, situation({ canary: ten })],
    ['less', { ...ten, percent: 1 }, situation({ canary: ten })],
    ['an end of the timetable', ten, situation({ canary: { ...ten, steps } })],
    ['an older release than the stable one', { ...ten, release: '0.9.0' }, situation()],
  ])('takes %s as it is asked for', (_, asked, now) =>
    expect(planCanary(asked, now)).toMatchObject({ document: listed({ canary: asked }), gives: asked.release }),
  );

  const built = (contract: string) => ({ releases: [{ version: '1.5.0', contract }] });
  it.each<[string, Situation, string]>([
    [
      'a remote that is not listed',
      situation(null),
      'draw has no release yet that all others would get. Publish the first one without --canary.',
    ],
    ['a remote that is off', situation({ enabled: false }), 'Switch it on first: on draw'],
    [
      'a pinned remote',
      situation({ release: '1.0.0' }),
      'draw is pinned to 1.0.0, and a pin holds for everybody. Let it move first: pin draw none',
    ],
    [
      "a team's pinned remote",
      situation({ release: '1.0.0' }, { isTeam: true }),
      'Operators have to let it move first: pin draw none',
    ],
    ['a remote without a stable release', situation({}, { stable: null }), 'draw has no release that everybody else'],
    [
      'a release that is not there',
      situation({}, { releases: situation().releases.slice(1) }),
      'draw has no release 1.5.0; publish it first. There: 1.0.0, 0.9.0.',
    ],
    ['the stable release', situation({}, { stable: '1.5.0' }), 'everybody gets draw 1.5.0 already'],
    ['one for the next contract', situation({}, built('4.0')), 'built for contract 4.0, and this'],
    ['one for a former contract', situation({}, built('2.0')), "its pages couldn't open it"],
    ['one of no contract', situation({}, built('')), 'built for contract '],
    [
      'a second canary',
      situation({ canary: { release: '1.4.0', percent: 5, steps } }),
      'a canary of draw runs already, 1.4.0 for 5 %, 10 % more every 30 minutes. Promote it (promote draw) or end it',
    ],
  ])('refuses %s', (_, now, text) => expect(() => planCanary(ten, now)).toThrow(text));
});

describe('a release named without its build', () => {
  const release = (version: string, removedAt: Date | null = null) => ({ version, contract: contractText, removedAt });
  const builds = (...releases: ReturnType<typeof release>[]) => situation({}, { releases });

  it('is the only build of that number that is there', () => {
    const now = builds(release('1.1.0+aa'), release('1.1.0-beta+bb'), release('1.1.00+cc'), release('1.0.0+dd'));
    expect(planPromotion({ release: '1.1.0' }, now).to).toBe('1.1.0+aa');
    expect(planPin('1.1.0', now).to).toBe('1.1.0+aa');
    const promotions = [promoted('1.0.0+dd'), promoted('1.1.0+aa')];
    expect(planRollBack({ release: '1.1.0' }, { ...now, promotions })).toMatchObject({
      from: '1.1.0+aa',
      to: '1.0.0+dd',
    });
    expect(planCanary({ ...ten, release: '1.1.0' }, now).document).toEqual(
      listed({ canary: { ...ten, release: '1.1.0+aa' } }),
    );
    const left = builds(release('1.1.0+aa', new Date(0)), release('1.1.0+bb'));
    expect(planPromotion({ release: '1.1.0' }, left).to).toBe('1.1.0+bb');
  });

  it('is refused with their names where there are several', () =>
    expect(() => planPromotion({ release: '1.1.0' }, builds(release('1.1.0+aa'), release('1.1.0+bb')))).toThrow(
      'draw has several builds of 1.1.0: name one of 1.1.0+aa, 1.1.0+bb.',
    ));
});

describe('the end of a canary', () => {
  const both = { version: 2 as const, remotes: { draw: { ...on, canary: ten }, contest: { ...on, canary: ten } } };

  it('is of this remote alone', () =>
    expect(planCanaryEnd(situation({ canary: ten }, { document: both }))).toMatchObject({
      document: { ...both, remotes: { ...both.remotes, draw: on } },
      ended: ten,
    }));

  it('needs one that runs, unless a team repeats it', () => {
    expect(() => planCanaryEnd(situation())).toThrow('draw has no canary that could end.');
    const again = situation({}, { isTeam: true });
    expect(planCanaryEnd(again)).toMatchObject({ document: again.document, ended: null });
  });

  it('comes by a promotion of its release, of this remote alone', () =>
    expect(endedByPromotion(both, 'draw', '1.5.0').remotes).toEqual({ ...both.remotes, draw: on }));

  it.each([
    ['draw', '1.4.0'],
    ['picnic', '1.5.0'],
    ['toString', '1.5.0'],
  ])('does not come by a promotion of %s %s', (name, version) =>
    expect(endedByPromotion(both, name, version)).toBe(both),
  );
});

describe('planRollBack', () => {
  const newer = { isCanaryGiven: true, isPromotionLast: false };
  const older = { isCanaryGiven: true, isPromotionLast: true };
  const resting = { isCanaryGiven: false, isPromotionLast: false };
  const two = [promoted('1.3.0'), promoted('1.4.0')];

  it.each([
    ['the canary', 10, two, newer, '1.5.0', '1.4.0', false],
    ['the release before, beside a canary at 0 %', 0, two, newer, '1.4.0', '1.3.0', true],
    ['the release before, beside a canary that rests', 10, two, resting, '1.4.0', '1.3.0', true],
    ['a promotion since the canary began', 10, two, older, '1.4.0', '1.3.0', true],
    ['the canary, after that promotion', 10, [...two, promoted('1.3.0', true)], older, '1.5.0', '1.3.0', false],
    ['the canary of the only release', 10, [promoted('1.4.0')], newer, '1.5.0', '1.4.0', false],
    ['it too where that was promoted again', 10, [promoted('1.4.0')], older, '1.5.0', '1.4.0', false],
  ])('takes back %s', (_, percent, promotions, state, from, to, promotes) => {
    const canary = { ...ten, percent };
    expect(planRollBack({}, situation({ canary }, { promotions, ...state }))).toMatchObject({
      from,
      to,
      ended: promotes ? null : canary,
      promotes,
      gives: promotes ? to : null,
    });
  });
});

describe('planRollBack of a release by its name', () => {
  const two = [promoted('1.3.0'), promoted('1.4.0')];
  const releases = ['1.5.0', '1.4.0', '1.3.0'].map((version) => ({ version, contract: contractText }));
  const beside = situation({ canary: ten }, { promotions: two, releases });

  it('takes back the canary or the promotion that is meant, and no other', () => {
    expect(planRollBack({ release: '1.5.0' }, beside)).toMatchObject({
      from: '1.5.0',
      to: '1.4.0',
      promotes: false,
    });
    expect(planRollBack({ release: '1.4.0' }, beside)).toMatchObject({
      from: '1.4.0',
      to: '1.3.0',
      promotes: true,
    });
    expect(() => planRollBack({ release: '1.3.0' }, beside)).toThrow("1.3.0 isn't what visitors got last: 1.4.0 is");
  });

  const older: Canary = { release: '1.3.0', percent: 10 };
  const besideOlder = situation({ canary: older }, { promotions: two, releases });

  it.each([
    ['the canary of the release before', '1.3.0', { from: '1.3.0', to: '1.4.0', promotes: false, ended: older }],
    ['the promotion beside it', '1.4.0', { from: '1.4.0', to: '1.3.0', promotes: true, ended: older }],
    ['the promotion by default', undefined, { from: '1.4.0', to: '1.3.0', promotes: true, ended: older }],
  ])('takes back %s', (_, release, plan) => expect(planRollBack({ release }, besideOlder)).toMatchObject(plan));

  it('takes back no canary where only a promotion is meant', () => {
    for (const now of [beside, besideOlder]) {
      const release = now.decision?.canary?.release;
      expect(() => planRollBack({ release, isPromotion: true }, now)).toThrow(
        `${release} isn't what visitors got last: 1.4.0 is`,
      );
    }
  });

  it("takes back the promotion of the canary's own release", () => {
    const resting = { promotions: two, releases, isCanaryGiven: false };
    const stale = situation({ canary: { release: '1.4.0', percent: 10 } }, resting);
    expect(planRollBack({ release: '1.4.0' }, stale)).toMatchObject({
      from: '1.4.0',
      to: '1.3.0',
      promotes: true,
    });
  });
});

describe('planPin and planPromotion', () => {
  it('end a canary by a pin, and keep it when the remote may move again', () => {
    expect(planPin('1.0.0', situation({ canary: ten }))).toMatchObject({ ended: ten, gives: '1.0.0' });
    const free = planPin('latest', situation({ release: '0.9.0', canary: ten }, { stable: '0.9.0' }));
    expect(free).toMatchObject({ document: listed({ canary: ten }), from: '0.9.0', to: '1.0.0', ended: null });
  });

  it('list a remote that operators took out, and promote a release once', () => {
    expect(planPromotion({ release: '1.5.0' }, situation(null))).toMatchObject({
      document: { remotes: { draw: on } },
      promotes: true,
    });
    expect(planPromotion({ release: '1.0.0' }, situation())).toMatchObject({ promotes: false, gives: '1.0.0' });
  });
});

it.each<[Canary, string]>([
  [ten, '1.5.0 for 10 %'],
  [{ ...ten, steps: { percent: 5, minutes: 1 } }, '1.5.0 for 10 %, 5 % more every minute'],
])('is told in words: %j', (canary, words) => expect(canaryWords(canary)).toBe(words));
