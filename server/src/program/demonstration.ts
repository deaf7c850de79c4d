import type { Environment } from './environment.ts';

/** The demonstration's code, which this alone loads; `null` without `DEMO=1`. */
export async function loadDemonstration({ DEMO }: Pick<Environment, 'DEMO'>) {
  return DEMO ? import('../demo/index.ts') : null;
}
