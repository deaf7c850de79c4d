import { expect, it } from 'vitest';
import { type Finding, mergeFindings, waive } from './finding.ts';

const finding = (change: Partial<Finding>): Finding => ({
  level: 'fault',
  rule: 'calls',
  what: 'a',
  todo: 'b',
  route: '/picnic',
  households: ['user'],
  ...change,
});

it('names what several households met once', () =>
  expect(mergeFindings([finding({}), finding({ households: ['guest'] }), finding({})])).toEqual([
    finding({ households: ['user', 'guest'] }),
  ]));

it('keeps apart what differs by route, rule or words', () =>
  expect(
    mergeFindings([finding({}), finding({ route: null }), finding({ rule: 'size' }), finding({ what: 'c' })]),
  ).toHaveLength(4));

it('puts faults before notes', () =>
  expect(
    mergeFindings([finding({ level: 'note', rule: 'release' }), finding({ rule: 'width' })]).map(({ level }) => level),
  ).toEqual(['fault', 'note']));

it('lets pass what a team has waived, with its reason, and nothing else', () => {
  const targets = finding({ rule: 'targets' });
  const waived = { ...targets, level: 'note', what: 'waived (of the component library): a' };
  const reason = 'of the component library';
  const others = [finding({ rule: 'width' }), finding({ rule: 'targets', level: 'note' })];
  expect(waive([targets, ...others], [{ rule: 'targets', reason }])).toEqual([waived, ...others]);
  expect(waive([targets], [{ rule: 'targets', routes: ['/picnic'], reason }])).toEqual([waived]);
  expect(waive([targets], [{ rule: 'targets', routes: ['/other'], reason }])).toEqual([targets]);
});
