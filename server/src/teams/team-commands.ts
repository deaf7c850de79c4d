import { switchStateOf } from '@fridge/shared-contracts/page';
import { documentText } from '../configuration/documents.ts';
import { documentOf } from '../configuration/fault-lines.ts';
import { type Team, teamsDocumentSchema } from '../configuration/teams-document.ts';
import type { Queries } from '../database/database.ts';
import { type CommandHandler, CommandRefused, type OperatorData } from '../operator/protocol.ts';
import { LATEST, registryDocumentSchema, type RemoteDecision } from '../registry/registry-document.ts';
import type { Services } from '../services.ts';
import { nearestName } from '../settings/own-settings.ts';
import { type NamedTeam, teamOf, type Teams, teamsInForce } from './read-teams.ts';
import { revokedTeamKeys } from './tables.ts';
import { keyIdOf, revokedOf } from './team-keys.ts';

export const listTeams: CommandHandler<'teams.list'> = async (_request, services) => {
  const teams = teamsInForce(services.configuration);
  return showAll(
    Object.keys(teams).map((name) => existing(teams, name)),
    services,
  );
};

export const showTeam: CommandHandler<'teams.show'> = async ({ name }, services) =>
  show(existing(teamsInForce(services.configuration), name), services);

export const addTeam: CommandHandler<'teams.add'> = async ({ name, publicKey, ...request }, services) => {
  const { remotes, origins, backend, by, why } = request;
  return changeTeams({ by, why }, services, async (teams, transaction) => {
    if (Object.hasOwn(teams, name)) throw new CommandRefused(`There is a team ${name}. To change it: team set ${name}`);
    const keys = publicKey === undefined ? [] : [await newKey(transaction, publicKey)];
    return { name, remotes, origins, backend, keys };
  });
};

export const setTeam: CommandHandler<'teams.set'> = async ({ name, by, why, ...fields }, services) => {
  const { remotes, origins, backend, replace } = fields;
  if (remotes === undefined && origins === undefined && backend === undefined)
    throw new CommandRefused('Give what is to change: --remotes, --origin or --backend.');
  return changeTeams({ by, why }, services, (teams) => {
    const team = existing(teams, name);
    const lost = [...lostOf(team.remotes, remotes), ...lostOf(team.origins, origins)];
    if (lost.length > 0 && !replace)
      throw new CommandRefused(
        `${name} would lose ${lost.join(', ')}. Nothing was changed: name them too, or take them away with --replace.`,
      );
    return {
      ...team,
      remotes: remotes ?? team.remotes,
      origins: origins ?? team.origins,
      backend: backend === undefined ? team.backend : backend,
    };
  });
};

/** What a list leaves out of the one before; an empty list says itself that nothing stays. */
const lostOf = (before: readonly string[], after: readonly string[] = []): string[] =>
  after.length === 0 ? [] : before.filter((each) => !after.includes(each));

/** A second one for a rotation: the first goes on until it is revoked. */
export const addTeamKey: CommandHandler<'teams.addKey'> = ({ name, publicKey, by, why }, services) =>
  changeTeams({ by, why }, services, async (teams, transaction) => {
    const team = existing(teams, name);
    const key = await newKey(transaction, publicKey);
    const revoked = await revokedOf(
      transaction,
      team.keys.map(({ id }) => id),
    );
    const keys = team.keys.filter(({ id }) => !revoked.has(id) && id !== key.id);
    return { ...team, keys: [...keys, key] };
  });

/** The row makes it final; the document shows it. */
export const revokeTeamKey: CommandHandler<'teams.revokeKey'> = ({ name, keyId, by, why }, services) =>
  changeTeams({ by, why }, services, async (teams, transaction) => {
    const team = existing(teams, name);
    if (!team.keys.some(({ id }) => id === keyId)) {
      const there = team.keys.map(({ id }) => id).join(', ') || 'none';
      throw new CommandRefused(`${name} has no key ${keyId}. There: ${there}.`);
    }
    const changedAt = new Date(services.clock.real());
    const row = { keyId, changedBy: by, why, way: 'command', changedAt } as const;
    await transaction.insert(revokedTeamKeys).values(row).onConflictDoNothing();
    return { ...team, keys: team.keys.filter(({ id }) => id !== keyId) };
  });

export const removeTeam: CommandHandler<'teams.remove'> = async ({ name, by, why }, services) => {
  const { configuration } = services;
  let removed: NamedTeam | undefined;
  await configuration.change('teams', { by, why, way: 'command' }, (current) => {
    const { teams } = documentOf(teamsDocumentSchema, current);
    removed = existing(teams, name);
    return documentText({ teams: Object.fromEntries(Object.entries(teams).filter(([other]) => other !== name)) });
  });
  if (removed === undefined) throw new Error('The team was not removed.');
  return show(removed, services);
};

type Changing = (teams: Teams, transaction: Queries) => NamedTeam | Promise<NamedTeam>;

/** @returns the changed team */
async function changeTeams(author: { by: string; why: string }, services: Services, change: Changing) {
  let changed: NamedTeam | undefined;
  await services.configuration.change('teams', { ...author, way: 'command' }, async (current, transaction) => {
    const { teams } = documentOf(teamsDocumentSchema, current);
    changed = await change(teams, transaction);
    const { name, ...team } = changed;
    const next = documentText({ teams: { ...teams, [name]: team satisfies Team } });
    return next;
  });
  if (changed === undefined) throw new Error('The teams were not changed.');
  return show(changed, services);
}

function existing(teams: Teams, name: string): NamedTeam {
  const team = teamOf(teams, name);
  if (team !== null) return team;
  const names = Object.keys(teams);
  const meant = nearestName(name, names);
  const hint = meant === null ? '' : ` Did you mean ${meant}?`;
  throw new CommandRefused(`There is no team ${name}. There: ${names.join(', ') || 'none'}.${hint}`);
}

/** @throws CommandRefused for one that was revoked */
async function newKey(transaction: Queries, given: string): Promise<{ id: string; publicKey: string }> {
  const publicKey = Buffer.from(given, 'base64url').toString('base64url');
  const id = keyIdOf(publicKey);
  const revoked = await revokedOf(transaction, [id]);
  if (!revoked.has(id)) return { id, publicKey };
  throw new CommandRefused(`The key ${id} was revoked, which is final. The team has to make another: remote-kit key`);
}

type Shown = OperatorData<'teams.show'>;

async function show(team: NamedTeam, services: Services): Promise<Shown> {
  const [shown] = await showAll([team], services);
  if (shown === undefined) throw new Error(`The team ${team.name} is not there.`);
  return shown;
}

async function showAll(teams: readonly NamedTeam[], { queries, configuration, registry }: Services): Promise<Shown[]> {
  const decisions = documentOf(registryDocumentSchema, configuration.current('registry')).remotes;
  const { remotes: shown } = registry.current().registry;
  const revoked = await revokedOf(
    queries,
    teams.flatMap(({ keys }) => keys.map(({ id }) => id)),
  );
  return teams.map(({ remotes, keys, ...team }) => ({
    ...team,
    remotes: remotes.map((name) => shownRemote(name, decisions[name], shown[name]?.version ?? null)),
    keys: keys.map((key) => ({ ...key, revoked: revoked.has(key.id) })),
  }));
}

function shownRemote(name: string, decision: RemoteDecision | undefined, version: string | null) {
  if (decision === undefined) return { name, version: null, pinned: false, state: 'off' as const };
  return { name, version, pinned: decision.release !== LATEST, state: switchStateOf(decision) };
}
