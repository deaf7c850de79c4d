import { foreignCallTexts, type Release } from '@fridge/shared-contracts/team';
import { isPlainOrigin } from '../../documents/document-schema.ts';
import type { ReleaseProblem } from '../release-refused.ts';
import type { NamedTeam } from './read-teams.ts';

type Published = { release: Pick<Release, 'name' | 'calls'>; baseUrl: string; isUploaded: boolean };

/**
 * Whether name, address and calls of a release are its publisher's. A name that a team holds is published from the
 * team's origins alone, whoever publishes it; calls below `/team/` are those of the team that holds the name.
 * @param holder the team that holds the name
 * @param publisher the team that publishes; `null`: an operator or a start
 */
export function ownershipProblems(
  { release: { name, calls }, baseUrl, isUploaded }: Published,
  holder: NamedTeam | null,
  publisher: NamedTeam | null,
): ReleaseProblem[] {
  const owner = publisher ?? holder;
  const found = [
    publisher !== null && publisher.name !== holder?.name ? notIts(name, publisher) : null,
    addressProblem(baseUrl),
    owner === null || isUploaded ? null : originProblem(baseUrl, owner),
  ];
  return [
    ...found.filter((problem) => problem !== null),
    ...foreignCallTexts({ name, calls }, owner?.name ?? null).map((text): ReleaseProblem => ({ kind: 'call', text })),
  ];
}

/** Files are found beside it by their paths alone. */
export function addressProblem(baseUrl: string): ReleaseProblem | null {
  const { origin, pathname } = new URL(baseUrl);
  if (!isPlainOrigin(origin))
    return { kind: 'address', text: `its address has a host that no page's policy can name: ${origin}.` };
  if (baseUrl === `${origin}${pathname}`) return null;
  return {
    kind: 'address',
    text: `its address has to be written as ${origin}${pathname}: without user or parameters.`,
  };
}

export function notIts(name: string, { name: team, remotes }: NamedTeam): ReleaseProblem {
  const its = remotes.length === 0 ? 'it has no names yet' : `its names are ${remotes.join(', ')}`;
  const text = `${name} isn't a name of ${team}: ${its}. Operators give it one: ops team set ${team} --remotes …`;
  return { kind: 'name', text };
}

export function originProblem(baseUrl: string, { name, origins }: NamedTeam): ReleaseProblem | null {
  const { origin } = new URL(baseUrl);
  if (origins.includes(origin)) return null;
  const its = origins.length === 0 ? 'it has none, and uploads its releases' : `they are ${origins.join(', ')}`;
  const text = `${origin} is no origin of ${name}: ${its}. Operators add one: ops team set ${name} --origin …`;
  return { kind: 'origin', text };
}
