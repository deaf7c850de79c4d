import { isDeepStrictEqual } from 'node:util';
import { contractText } from '@fridge/shared-contracts';
import { compatibility, type HostContract } from '@fridge/shared-contracts/page';
import type { Change } from '../configuration/documents.ts';
import type { ReleaseProblem } from '../publishing/release-problem.ts';
import {
  type Canary,
  decidedOf,
  LATEST,
  type RegistryDocument,
  type RemoteDecision,
  withDecision,
} from '../registry/registry-document.ts';
import { removedText } from '../uploaded-releases/removed-text.ts';

/** What a canary is decided by. */
export type CanaryFacts = {
  name: string;
  document: RegistryDocument;
  /** What pages get without the canary; `null`: none. */
  stable: string | null;
  /** The release that is asked for; `null`: it isn't there. `removedAt`: when its uploaded files went. */
  found: { contract: string; removedAt: Date | null } | null;
  contract: HostContract;
  /** By what way it is asked for. */
  way: Change['way'];
};

type Refused = { refused: ReleaseProblem };

const refuse = (text: string): Refused => ({ refused: { kind: 'canary', text } });

/**
 * Starts a canary, or changes the one of the same release. What is asked for is what holds: without steps it no longer
 * grows by itself.
 * @returns the same document if nothing changes
 */
export function planCanary(
  asked: Canary,
  facts: CanaryFacts,
): { document: RegistryDocument; refused?: never } | Refused {
  const { name, document } = facts;
  const decision = decidedOf(name, document);
  if (decision === null)
    return refuse(`${name} has no release yet that all others would get. Publish the first one without --canary.`);
  const text = remoteProblem(asked, decision, facts) ?? releaseProblem(asked, facts);
  if (text !== null) return refuse(text);
  if (isDeepStrictEqual(decision.canary, asked)) return { document };
  return { document: withDecision(document, name, { ...decision, canary: asked }) };
}

function remoteProblem(
  { release }: Canary,
  { enabled, release: pin, canary }: RemoteDecision,
  { name, stable, way }: CanaryFacts,
): string | null {
  const operators = way === 'team' ? 'Operators have to ' : '';
  if (!enabled)
    return `${name} is switched off, so nobody would get its canary. ${upper(`${operators}switch it on first`)}: on ${name}`;
  if (pin !== LATEST)
    return `${name} is pinned to ${pin}, and a pin holds for everybody. ${upper(`${operators}let it move first`)}: pin ${name} none`;
  if (stable === null) return `${name} has no release that everybody else would get. Promote one instead.`;
  if (canary === undefined || canary.release === release) return null;
  const { promote, end } = canaryCommands(name, way);
  return `a canary of ${name} runs already, ${canaryWords(canary)}. Promote it (${promote}) or end it (${end}) first.`;
}

const upper = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

/** The commands of who asks: to promote a canary, and to end it. */
function canaryCommands(name: string, way: Change['way']): { promote: string; end: string } {
  if (way === 'team') return { promote: 'npx remote-kit promote', end: 'npx remote-kit canary end' };
  return { promote: `promote ${name}`, end: `canary ${name} end` };
}

function releaseProblem({ release: version }: Canary, { name, stable, found, contract }: CanaryFacts): string | null {
  if (found === null) return `${name} has no release ${version}; publish it first.`;
  if (found.removedAt !== null) return `${removedText({ name, version, removedAt: found.removedAt })}.`;
  if (version === stable) return `everybody gets ${name} ${version} already. A canary is a release other than that.`;
  if (compatibility(found.contract, contract) === 'fits') return null;
  return `${name} ${version} is built for contract ${found.contract}, and this host speaks ${contractText}: its pages couldn't open it.`;
}

/** @returns the document without the canary that ends */
export function planCanaryEnd(
  name: string,
  document: RegistryDocument,
): { document: RegistryDocument; ended: Canary; refused?: never } | Refused {
  const { canary } = decidedOf(name, document) ?? {};
  if (canary === undefined) return refuse(`${name} has no canary that could end.`);
  return { document: withoutCanaryOf(name, document), ended: canary };
}

/** Once its release is what everybody gets, a canary is over; that of another release goes on. */
export function endedByPromotion(document: RegistryDocument, name: string, version: string): RegistryDocument {
  return decidedOf(name, document)?.canary?.release === version ? withoutCanaryOf(name, document) : document;
}

/** @returns the same document if none runs */
export function withoutCanaryOf(name: string, document: RegistryDocument): RegistryDocument {
  const decision = decidedOf(name, document);
  return decision?.canary === undefined ? document : withDecision(document, name, withoutCanary(decision));
}

export function withoutCanary(decision: RemoteDecision): RemoteDecision {
  const rest = { ...decision };
  delete rest.canary;
  return rest;
}

/** `1.5.0 for 10 %, 10 % more every 30 minutes`. */
export function canaryWords({ release, percent, steps }: Canary): string {
  const growth = steps === undefined ? '' : `, ${steps.percent} % more every ${minutesWords(steps.minutes)}`;
  return `${release} for ${percent} %${growth}`;
}

const minutesWords = (minutes: number): string => (minutes === 1 ? 'minute' : `${minutes} minutes`);
