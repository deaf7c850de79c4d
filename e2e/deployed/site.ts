import type { Machine } from '../../deploy/src/machines/machine.ts';
import { joinNetwork, type JoinedNetwork } from '../../deploy/src/machines/shared-network.ts';
import { originOf } from '../../deploy/src/site.ts';
import { type Handover, readHandover } from './handover.ts';

/** The site that docs/deploy.md made, on machines that `run.ts` owns. */
export interface Site extends JoinedNetwork, Pick<Handover, 'release' | 'secrets' | 'teamKey' | 'publicKeyHash'> {
  readonly hostUrl: string;
  readonly apiUrl: string;
  readonly operationsUrl: string;
  readonly web1: Machine;
  /** `fridge ops …` on `web1`. @throws unless it ends with 0 */
  ops(...words: readonly string[]): Promise<string>;
}

const quoted = (word: string): string => `'${word.replaceAll("'", `'\\''`)}'`;

export const opsOn = (machine: Machine, words: readonly string[]): Promise<string> =>
  machine.sh(['fridge', 'ops', ...words].map(quoted).join(' '));

export async function joinSite(): Promise<Site> {
  const handover = await readHandover();
  const network = await joinNetwork(handover.socket);
  const web1 = (await network.machines()).find(({ name }) => name === 'web1');
  if (web1 === undefined) throw new Error('There is no machine web1.');
  return {
    ...network,
    ...handover,
    hostUrl: originOf('host'),
    apiUrl: originOf('api'),
    operationsUrl: originOf('operations'),
    web1,
    ops: (...words) => opsOn(web1, words),
  };
}

/** Files of /etc/fridge/secrets by name, without the line break at the end. */
export async function secretsOf(machine: Machine): Promise<Record<string, string>> {
  const files = await machine.sh('cd /etc/fridge/secrets && grep -H "" *');
  return Object.fromEntries(
    files.split('\n').map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1)]),
  );
}
