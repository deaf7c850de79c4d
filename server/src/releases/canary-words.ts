import type { Canary } from './registry/registry-document.ts';

/** `1.5.0 for 10 %, 10 % more every 30 minutes`. */
export function canaryWords({ release, percent, steps }: Canary): string {
  const every = steps?.minutes === 1 ? 'minute' : `${steps?.minutes} minutes`;
  return `${release} for ${percent} %${steps === undefined ? '' : `, ${steps.percent} % more every ${every}`}`;
}
