import { isDeepStrictEqual } from 'node:util';
import { contractText } from '@fridge/shared-contracts';
import { compatibility, contractVersion, type SwitchState } from '@fridge/shared-contracts/page';
import {
  type Canary,
  canaryWords,
  decidedOf,
  LATEST,
  listRemote,
  NEW_REMOTE,
  type RegistryDocument,
  type RemoteDecision,
  withDecision,
} from './registry/registry-document.ts';
import { type Promotion, promotedReleases } from './registry/resolve-registry.ts';
import { nearestName } from '../documents/settings/own-settings.ts';
import { type ProblemKind, ReleaseRefused } from './release-refused.ts';

/** What a change of a remote's channels is decided by, as it is in the transaction. */
export type Situation = {
  name: string;
  document: RegistryDocument;
  /** `null`: the document doesn't list the remote. */
  decision: RemoteDecision | null;
  /** Of the remote, oldest first. */
  promotions: readonly Promotion[];
  /** Newest first. */
  releases: readonly { version: string; contract: string; removedAt?: Date | null }[];
  /** What visitors without the canary get; `null`: none. */
  stable: string | null;
  /** Whether visitors get its canary. */
  isCanaryGiven: boolean;
  /** Whether a promotion or a roll-back came after the canary. */
  isPromotionLast: boolean;
  /** Whether a team asks, whose commands are other ones. */
  isTeam: boolean;
};

/**
 * `from`, `to`: what visitors got and get. `ended`: the canary that ends by it. `gives`: the release that has to be fit
 * for pages; `null`: no other one than before.
 */
export type Plan = {
  document: RegistryDocument;
  from: string | null;
  to: string | null;
  ended: Canary | null;
  /** Whether `to` is promoted, or rolled back to. */
  promotes: boolean;
  gives: string | null;
};

const refused = (name: string, kind: ProblemKind, text: string) =>
  new ReleaseRefused([{ kind, text }], { about: { name } });

/** Of a change that leaves what visitors without a canary get. */
const sameFor = ({ stable }: Situation) => ({ from: stable, to: stable, ended: null, promotes: false, gives: null });

/**
 * Gives everybody a release that was published before, by default the canary's, which then ends.
 * @param asked.beside refuses where another one was promoted last
 */
export function planPromotion(
  { release, beside }: { release?: string | undefined; beside?: string | undefined },
  situation: Situation,
): Plan {
  const { name, document, decision, promotions, stable, isTeam } = situation;
  const named = release ?? decision?.canary?.release;
  if (named === undefined) {
    if (situation.releases.length === 0) requireDecision(situation);
    const todo = isTeam
      ? 'What became of one: npx remote-kit canary. To promote another release: npx remote-kit promote VERSION'
      : `Name the release: promote ${name} 1.4.0`;
    throw refused(name, 'canary', `${name} has no canary. ${todo}`);
  }
  const { version } = requireRelease(named, situation);
  const last = promotions.at(-1)?.version;
  if (beside !== undefined && beside !== last)
    throw refused(name, 'noRelease', `${name} ${beside} isn't what was promoted last: ${last ?? 'none'} is.`);
  const after = endedByPromotion(listRemote(document, name), name, version);
  const ended = decidedOf(name, after)?.canary === undefined ? (decision?.canary ?? null) : null;
  const promotes = last !== version;
  return { document: after, from: stable, to: version, ended, promotes, gives: version };
}

/**
 * What visitors got last is taken back: the canary, unless it is the step back itself, or the promotion since. A pinned
 * remote isn't rolled back: its pin would go on.
 * @param asked.release refuses to take back another one; `isPromotion`: also a canary of it
 */
export function planRollBack(
  { release: asked, isPromotion = false }: { release?: string | undefined; isPromotion?: boolean | undefined },
  situation: Situation,
): Plan {
  const { name, document, promotions, isCanaryGiven } = situation;
  const { release, canary: ended = null } = requireDecision(situation);
  if (release !== LATEST) {
    const text = `${name} is pinned to ${release}, which a roll-back wouldn't change. Pin another version, or let it move: pin ${name} none`;
    throw refused(name, 'pinned', text);
  }
  const named = asked === undefined ? undefined : requireRelease(asked, situation).version;
  const [to, from = to] = promotedReleases(name, promotions, contractVersion).slice(-2);
  const isPromotionLast = situation.isPromotionLast && from !== to && promotions.at(-1)?.isRollBack === false;
  const isOther = ended !== null && ended.release !== from;
  const isCanaryLast = isCanaryGiven && !isPromotionLast && isOther && ended.release !== to && ended.percent > 0;
  const takesCanary = named === undefined ? isCanaryLast : isOther && named === ended.release && !isPromotion;
  if (takesCanary && ended !== null && from !== undefined)
    return { ...planCanaryEnd(situation), from: ended.release, to: from };
  if (named !== undefined && named !== from)
    throw refused(name, 'noRelease', `${name} ${named} isn't what visitors got last: ${from ?? 'none'} is.`);
  if (to === undefined || from === undefined || from === to) {
    const text = `${name} has no release before ${to ?? 'this one'} to roll back to. Publish a mended one, or have operators switch it off: off ${name}`;
    throw refused(name, 'noRelease', text);
  }
  const after = endedByPromotion(document, name, to);
  return { document: after, from, to, ended: after === document ? null : ended, promotes: true, gives: to };
}

/** `offText`: what its users read while it isn't on; without it the usual words. */
type Switched = { state: SwitchState; offText?: string | undefined };

/** Switching on also lists a remote that has releases and isn't in the document. */
export function planSwitch({ state, offText }: Switched, situation: Situation): Plan {
  const { name, document, releases } = situation;
  const isListed = state !== 'on' || situation.decision !== null || releases.length === 0;
  const { stopped: _, offText: __, ...before }: RemoteDecision = isListed ? requireDecision(situation) : NEW_REMOTE;
  const switched = state === 'stopped' ? { ...before, stopped: true } : { ...before, enabled: state === 'on' };
  const decision = { ...switched, ...(offText !== undefined && { offText }) };
  return { ...sameFor(situation), document: withDecision(document, name, decision) };
}

/** A pin holds for everybody: it ends a canary. @param release a version, or `latest` for none */
export function planPin(release: string, situation: Situation): Plan {
  const { name, document, promotions } = situation;
  const decision = requireDecision(situation);
  if (release === LATEST) {
    const to = promotedReleases(name, promotions, contractVersion).at(-1) ?? null;
    return { ...sameFor(situation), document: withDecision(document, name, { ...decision, release }), to, gives: to };
  }
  const { version } = requireRelease(release, situation);
  const { canary: ended = null, ...pinned } = decision;
  const after = withDecision(document, name, { ...pinned, release: version });
  return { ...sameFor(situation), document: after, to: version, ended, gives: version };
}

/**
 * Starts a canary, or changes the one of the same release. What is asked for is what holds: without steps it no longer
 * grows by itself.
 */
export function planCanary(asked: Canary, situation: Situation): Plan {
  const { name, document, decision, stable, isTeam } = situation;
  const refuse = (text: string) => refused(name, 'canary', text);
  const { version, contract } = requireRelease(asked.release, situation);
  if (decision === null)
    throw refuse(`${name} has no release yet that all others would get. Publish the first one without --canary.`);
  const [who, promote, end] = isTeam
    ? ['Operators have to ', 'npx remote-kit promote', 'npx remote-kit canary end']
    : ['', `promote ${name}`, `canary ${name} end`];
  const { enabled, release: pin, canary = null } = decision;
  if (!enabled)
    throw refuse(
      `${name} is switched off, so nobody would get its canary. ${upper(`${who}switch it on first`)}: on ${name}`,
    );
  if (pin !== LATEST)
    throw refuse(
      `${name} is pinned to ${pin}, and a pin holds for everybody. ${upper(`${who}let it move first`)}: pin ${name} none`,
    );
  if (stable === null) throw refuse(`${name} has no release that everybody else would get. Promote one instead.`);
  if (canary !== null && canary.release !== version)
    throw refuse(
      `a canary of ${name} runs already, ${canaryWords(canary)}. Promote it (${promote}) or end it (${end}) first.`,
    );
  if (version === stable)
    throw refuse(`everybody gets ${name} ${version} already. A canary is a release other than that.`);
  if (compatibility(contract) !== 'fits')
    throw refuse(
      `${name} ${version} is built for contract ${contract}, and this host speaks ${contractText}: its pages couldn't open it.`,
    );
  const wanted = { ...asked, release: version };
  const isSame = isDeepStrictEqual(canary, wanted);
  const after = isSame ? document : withDecision(document, name, { ...decision, canary: wanted });
  return { ...sameFor(situation), document: after, gives: version };
}

const upper = (text: string): string => `${text.slice(0, 1).toUpperCase()}${text.slice(1)}`;

export function planCanaryEnd(situation: Situation): Plan {
  const { name, document, isTeam } = situation;
  const { canary: ended = null } = requireDecision(situation);
  if (ended === null && !isTeam) throw refused(name, 'canary', `${name} has no canary that could end.`);
  return { ...sameFor(situation), document: withoutCanaryOf(name, document), ended };
}

/** @throws ReleaseRefused */
export function requireDecision({ name, document }: Pick<Situation, 'name' | 'document'>): RemoteDecision {
  const decision = decidedOf(name, document);
  if (decision !== null) return decision;
  const names = Object.keys(document.remotes);
  const meant = nearestName(name, names);
  const hint = meant === null ? '' : ` Did you mean ${meant}?`;
  throw refused(name, 'noRelease', `${name} isn't in the registry. There: ${names.join(', ') || 'none'}.${hint}`);
}

/**
 * By its version, or by what stands before `+` as long as one build has that.
 * @throws ReleaseRefused
 */
export function requireRelease<Release extends Situation['releases'][number]>(
  version: string,
  situation: Pick<Situation, 'name' | 'document' | 'isTeam'> & { releases: readonly Release[] },
): Release {
  const { name, releases } = situation;
  const found = releases.find((release) => release.version === version);
  if (found !== undefined) return found;
  const builds = releases.filter((release) => release.version.startsWith(`${version}+`));
  const [build, ...others] = builds.length > 1 ? builds.filter(({ removedAt }) => removedAt == null) : builds;
  if (build !== undefined && others.length === 0) return build;
  if (build !== undefined) {
    const all = [build, ...others].map((each) => each.version).join(', ');
    throw refused(name, 'noRelease', `${name} has several builds of ${version}: name one of ${all}.`);
  }
  if (releases.length === 0 && !situation.isTeam) requireDecision(situation);
  const there = releases.slice(0, 10).map((release) => release.version);
  const text = `${name} has no release ${version}; publish it first. There: ${there.join(', ') || 'none'}.`;
  throw refused(name, 'noRelease', text);
}

/** Once its release is what everybody gets, a canary is over; that of another release goes on. */
export const endedByPromotion = (document: RegistryDocument, name: string, version: string): RegistryDocument =>
  decidedOf(name, document)?.canary?.release === version ? withoutCanaryOf(name, document) : document;

/** @returns the same document if none runs */
export function withoutCanaryOf(name: string, document: RegistryDocument): RegistryDocument {
  const { canary, ...decision } = decidedOf(name, document) ?? NEW_REMOTE;
  return canary === undefined ? document : withDecision(document, name, decision);
}
