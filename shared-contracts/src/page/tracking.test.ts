import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fixedParameters } from './tracking-parameters.ts';
import { trackedEventSchema } from './tracking.ts';

const event = (values: object) => ({ id: randomUUID(), at: 1_690_855_200_000, ...fixedParameters, ...values });
const failure = {
  event: 'failure',
  page: '/draw',
  remote: 'draw',
  version: '1.0.0+a1b2c3',
  phase: 'entry',
  reason: 'timeout',
};

describe('an event on the wire', () => {
  it.each([
    ['a page view', { event: 'pageView', page: '/draw/rule' }, true],
    ['a page of any route', { event: 'pageView', page: '/picnic_2024/rule-2' }, true],
    ['an unknown page', { event: 'pageView', page: 'unknown' }, true],
    ['a click', { event: 'click', page: '/', name: 'campaign.home.question' }, true],
    ['a failure', failure, true],
    ['a failure of a remote of any name', { ...failure, remote: 'spring-fair-2024' }, true],
    ['a release of a calendar version', { ...failure, version: '2026.11.23' }, true],
    ['a release of a long version', { ...failure, version: '1.5.0-rc.20261123093059+sha.0123456789abcdef' }, true],
    ['a failure of the host', { ...failure, remote: 'host' }, true],
    ['a sentence for a remote', { ...failure, remote: '张三' }, false],
    ['a path with a phone in it', { event: 'pageView', page: '/13900002001' }, false],
    ['a place', { ...failure, place: { file: 'assets/a-1b2c.js', line: 1, column: 2345 } }, true],
    ['a place outside of the release', { ...failure, place: { file: '../a.js', line: 1, column: 1 } }, false],
    ['a longer message than any page sends', { ...failure, message: 'a '.repeat(61) }, false],
    ['a path with its query', { event: 'pageView', page: '/draw?phone=1' }, false],
    ['a phone for a name', { event: 'click', page: '/', name: '13900002001' }, false],
    ['a sentence for a name', { event: 'click', page: '/', name: '张三 南京市' }, false],
    ['a reason of its own', { ...failure, reason: 'reason' }, false],
    ['a longer version than any release has', { ...failure, version: `1.0.0-${'a'.repeat(100)}` }, false],
    ['an address for a version', { ...failure, version: 'https://x.example/1' }, false],
    ['a field that rides along', { event: 'pageView', page: '/', phone: '13900002001' }, false],
    ['another widget', { event: 'pageView', page: '/', widgetName: 'x' }, false],
    ['an event that is not one of ours', { event: 'login', page: '/' }, false],
  ])('%s: %s', (_, values, fits) => expect(v.safeParse(trackedEventSchema, event(values)).success).toBe(fits));
});

it.each([
  ['Error: 13900002001', 'Error: …'],
  ['Error: 张三', 'Error: …'],
  ['Error: li@example.com', 'Error: …'],
  ['Error: https://a.example/b', 'Error: …'],
  [`Error: ${'aBc-_'.repeat(20)}`, 'Error: …'],
  ["Error: no 'Zhang San'", 'Error: no …'],
  ['TypeError: x is not a function', 'TypeError: x is not a function'],
])('keeps of the message %s: %s', (message, kept) =>
  expect(v.parse(trackedEventSchema, event({ ...failure, message }))).toMatchObject({ message: kept }),
);
