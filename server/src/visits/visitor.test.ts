import { describe, expect, it } from 'vitest';
import { bucketOf, createVisitors } from './visitor.ts';

const visitors = createVisitors('https://activities.example');
const cookie = 'A'.repeat(22);
const of = (header?: string) => visitors.of({ headers: header === undefined ? {} : { cookie: header } });

describe('a visitor', () => {
  it.each([
    ['no cookie', undefined],
    ['another cookie', `visitor=${cookie}`],
    ['a short one', '__Host-visitor=A'],
    ['a long one', `__Host-visitor=${cookie}A`],
    ['markup', `__Host-visitor=<script>alert(1)</sc>`],
  ])('is nobody with %s', (_, header) => expect(of(header)).toBeNull());

  it('has a tag that is not the cookie', () => {
    expect(of(`a=1; __Host-visitor=${cookie}; b=2`)).toMatch(/^[\w-]{11}$/);
    expect(cookie).not.toContain(of(`__Host-visitor=${cookie}`));
  });

  it('is the first well-formed one of several', () =>
    expect(of(`__Host-visitor=x; __Host-visitor=${cookie}; __Host-visitor=${'B'.repeat(22)}`)).toBe(
      of(`__Host-visitor=${cookie}`),
    ));

  it('has a place of its own in each remote, the same for ever', () => {
    expect(bucketOf('AbCdEfGhIjk', 'draw')).toBeCloseTo(66.78366142616383, 6);
    expect(bucketOf('AbCdEfGhIjk', 'contest')).not.toBeCloseTo(66.78366142616383, 1);
  });
});
