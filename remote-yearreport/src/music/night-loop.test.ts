import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { composeLoop, RATE, SAMPLES, wavOf } from '../../music/night-loop.ts';

const loop = composeLoop();

it('is the file that the page plays', () => {
  const file = readFileSync(new URL('./night-loop.wav', import.meta.url));
  const made = wavOf(loop);
  expect(file.length).toBe(made.length);
  // Engines differ in the last bit of a sine: a sample may fall on the neighbouring step.
  let apart = 0;
  for (const [at, byte] of made.entries()) if (Math.abs(byte - (file[at] ?? 0)) > 1) apart += 1;
  expect(apart).toBeLessThan(made.length / 1000);
});

it('is small, and fifteen seconds long', () => {
  expect(wavOf(loop).length).toBeLessThan(250_000);
  expect(SAMPLES / RATE).toBe(15);
});

it('has no seam: the step from its end to its beginning is no larger than those around it', () => {
  const steps = Array.from(loop, (value, at) => Math.abs(value - (loop.at(at - 1) ?? 0)));
  const around = steps.slice(1, 400).concat(steps.slice(-400));
  expect(steps[0]).toBeLessThanOrEqual(Math.max(...around));
});

it('is neither silent nor cut off anywhere', () => {
  const loudest = loop.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  expect(loudest).toBeLessThanOrEqual(0.8);
  for (let second = 0; second < 15; second += 1) {
    expect(loop.slice(second * RATE, (second + 1) * RATE).some((value) => Math.abs(value) > 0.05)).toBe(true);
  }
});
