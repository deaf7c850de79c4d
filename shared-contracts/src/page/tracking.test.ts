import { randomUUID } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { fixedParameters } from './tracking-parameters.ts';
import { trackedEventSchema, withoutValues } from './tracking.ts';

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
    ['a message', { ...failure, message: "TypeError: x is not a function (reading 'a')" }, true],
    ['a phone in a message', { ...failure, message: 'Error: 13900002001' }, false],
    ['a name in a message', { ...failure, message: 'Error: 张三' }, false],
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
  [
    "TypeError: Cannot read properties of undefined (reading 'name')",
    "TypeError: Cannot read properties of undefined (reading 'name')",
  ],
  ['Error: user 13900002001 of fridge F1001', 'Error: user … of fridge …'],
  ['Error: 张三 lives at 南京市玄武区 1 号', 'Error: … lives at …'],
  ['Failed to fetch https://a.example/b?token=abc', 'Failed to fetch …'],
  ['no mail for li@example.com, sorry', 'no mail for … sorry'],
  [
    `SyntaxError: Unexpected token '<', "<!doctype "... is not valid JSON`,
    "SyntaxError: Unexpected token '<', … ... is not valid JSON",
  ],
  ['open "quote', 'open …'],
  [`Error: token ${'aBc-_'.repeat(20)}`, 'Error: token …'],
  [`Error: ${'word '.repeat(50)}`, expect.stringMatching(/^Error: (?:word )+/)],
])('%s tells %s', (text, told) => {
  const message = withoutValues(text);
  expect(message).toEqual(told);
  expect(v.safeParse(trackedEventSchema, event({ ...failure, message })).success).toBe(true);
});
