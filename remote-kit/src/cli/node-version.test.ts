import { expect, it } from 'vitest';
import { nodeProblem } from './node-version.ts';

it.each(['20.19.0', '20.20.1', '22.12.0', '22.20.0', '23.0.0', '24.1.0', '100.0.0'])('runs on Node %s', (version) => {
  expect(nodeProblem(version)).toBeNull();
});

it.each(['14.21.3', '18.20.4', '20.18.3', '21.7.3', '22.11.0'])('tells what to do on Node %s', (version) => {
  expect(nodeProblem(version)).toContain(`20.19, 22.12 or later, and this is ${version}.`);
});
