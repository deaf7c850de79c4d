import { switchStateOf } from '@fridge/shared-contracts/page';
import { Refused } from '../../commands/refused.ts';
import { nearestName } from '../../documents/settings/own-settings.ts';
import { decidedOf, type RegistryDocument, type RemoteDecision } from './registry-document.ts';
import type { Reading } from './follow-registry.ts';
import { type Entry, isLeftOut } from './resolve-registry.ts';

/** A remote as operators see it. @throws Refused if the document doesn't list it */
export function listed(name: string, { document, resolved }: Reading) {
  const { registry, canaries, entries } = resolved;
  const decision = decisionOf(name, document);
  const { release, canary } = decision;
  const entry = registry.remotes[name] ?? null;
  const reasonsOf = (isMeant: (entry: Entry) => boolean) =>
    entries.flatMap((each) => (each.name === name && each.reason !== null && isMeant(each) ? each.reason.text : []));
  return {
    name,
    state: switchStateOf(decision),
    release,
    canary: canary === undefined ? null : { ...canary, entry: canaries[name]?.entry ?? null },
    version: entry?.version ?? null,
    entry,
    problems: reasonsOf(isLeftOut),
    gaveWay: reasonsOf(({ reason }) => reason?.kind === 'gaveWay'),
  };
}

/** @throws Refused */
export function decisionOf(name: string, document: RegistryDocument): RemoteDecision {
  const decision = decidedOf(name, document);
  if (decision !== null) return decision;
  const names = Object.keys(document.remotes);
  const meant = nearestName(name, names);
  const hint = meant === null ? '' : ` Did you mean ${meant}?`;
  throw new Refused(`${name} isn't in the registry. There: ${names.join(', ') || 'none'}.${hint}`);
}
