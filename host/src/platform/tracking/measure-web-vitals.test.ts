import { beforeEach, expect, it } from 'vitest';
import { measureWebVitals } from './measure-web-vitals.ts';

type Observe = NonNullable<Parameters<typeof measureWebVitals>[1]>;
const reports: Partial<Record<keyof Observe, Parameters<Observe['lcp']>[0]>> = {};
const observing =
  (name: keyof Observe): Observe['lcp'] =>
  (report) =>
    void (reports[name] = report);
const observe: Observe = { lcp: observing('lcp'), inp: observing('inp'), cls: observing('cls') };

let leftAt = Number.POSITIVE_INFINITY;
beforeEach(() => (leftAt = Number.POSITIVE_INFINITY));
const report = (name: keyof Observe, value: number, ...times: number[]) =>
  reports[name]?.({ value, entries: times.map((startTime) => ({ startTime })) });

it('has the latest value of each, as an event takes it', () => {
  const measured = measureWebVitals(() => leftAt, observe);
  expect(measured()).toEqual({});
  report('cls', 0);
  report('lcp', 900.4, 900);
  report('lcp', 1_200.6, 1_200);
  report('inp', 99_999, 2_000);
  report('cls', 0.012_345, 300, 400);
  expect(measured()).toEqual({ lcp: 1_201, inp: 60_000, cls: 0.012 });
  report('cls', 400, 500);
  expect(measured()).toMatchObject({ cls: 10 });
});

it('takes nothing that happened after the release had left the screen', () => {
  const measured = measureWebVitals(() => leftAt, observe);
  report('inp', 80, 1_000);
  report('cls', 0.1, 1_000);
  leftAt = 2_000;
  report('inp', 300, 2_500);
  report('cls', 0.4, 1_900, 2_100);
  expect(measured()).toEqual({ inp: 80, cls: 0.1 });
  report('inp', 120, 1_990); // told late
  expect(measured()).toEqual({ inp: 120, cls: 0.1 });
});
