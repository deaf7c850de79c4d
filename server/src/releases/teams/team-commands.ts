import { switchStateOf, switchStateSchema } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { optionalText, text, told } from '../../commands/fields.ts';
import { Refused } from '../../commands/refused.ts';
import { command, type Context } from '../../commands/table.ts';
import { documentText } from '../../documents/documents.ts';
import { documentOf } from '../../documents/document-schema.ts';
import { type Team, teamsDocumentSchema } from '../../documents/teams-document.ts';
import type { Queries } from '../../database/database.ts';
import { LATEST, registryDocumentSchema, type RemoteDecision } from '../registry/registry-document.ts';
import type { Services } from '../../program/services.ts';
import { nearestName } from '../../documents/settings/own-settings.ts';
import { type NamedTeam, teamOf, type Teams, teamsInForce } from './read-teams.ts';
import { revokedTeamKeys } from './tables.ts';
import { keyIdOf, revokedOf } from './team-keys.ts';

const teamName = told(v.pipe(v.string(), v.maxLength(100)), 'the team');
/** A list of the command line is separated by commas; `none`: an empty one. */
const remoteNames = told(v.array(v.pipe(v.string(), v.maxLength(100))), 'names that it may publish');
const origins = told(
  v.array(v.pipe(v.string(), v.maxLength(300))),
  'where it serves its releases; none: it uploads them',
);
const backend = told(v.pipe(v.string(), v.maxLength(300)), 'gets the calls below /team/<name>/; none: there are none');
const teamKey = told(
  v.pipe(v.string(), v.regex(/^[\w-]{43}$/, 'an Ed25519 key of 43 characters, as remote-kit key prints it')),
  'a key as remote-kit key prints it',
);
/** `version`: what pages get of the remote, `null` for none. */
const shownTeam = v.object({
  name: text,
  remotes: v.array(v.object({ name: text, version: optionalText, pinned: v.boolean(), state: switchStateSchema })),
  origins: v.array(text),
  backend: optionalText,
  keys: v.array(v.object({ id: text, publicKey: text, revoked: v.boolean() })),
});
type Shown = v.InferOutput<typeof shownTeam>;

export const teamCommands = {
  'team list': command({
    does: 'lists every team: its remotes, origins and keys',
    may: ['viewer'],
    kind: 'read',
    fields: {},
    answer: v.array(shownTeam),
    async run(_fields, context) {
      const teams = teamsInForce(context.configuration);
      return showAll(
        Object.keys(teams).map((each) => existing(teams, each)),
        context,
      );
    },
  }),
  'team show': command({
    does: 'shows one team, with what pages get of its remotes',
    may: ['viewer'],
    kind: 'read',
    fields: { name: teamName },
    answer: shownTeam,
    run: async (asked, context) => show(existing(teamsInForce(context.configuration), asked.name), context),
  }),
  'team add': command({
    does: 'lets a team publish remotes',
    may: ['admin'],
    kind: 'change',
    fields: {
      name: teamName,
      remotes: v.optional(remoteNames, []),
      origins: v.optional(origins, []),
      backend: v.optional(v.nullable(backend), null),
      key: v.optional(teamKey),
    },
    answer: shownTeam,
    run: ({ key, ...team }, context) =>
      changeTeams(context, async (teams, transaction) => {
        if (Object.hasOwn(teams, team.name))
          throw new Refused(`There is a team ${team.name}. To change it: team set ${team.name}`);
        return { ...team, keys: key === undefined ? [] : [await newKey(transaction, key)] };
      }),
  }),
  'team set': command({
    does: 'changes what a team has; what is left out stays',
    may: ['admin'],
    kind: 'change',
    fields: {
      name: teamName,
      remotes: v.optional(remoteNames),
      origins: v.optional(origins),
      backend: v.optional(v.nullable(backend)),
      replace: v.optional(told(v.boolean(), 'takes away the names and origins that a list leaves out'), false),
    },
    answer: shownTeam,
    async run({ replace, ...fields }, context) {
      if (fields.remotes === undefined && fields.origins === undefined && fields.backend === undefined)
        throw new Refused('Give what is to change: --remotes, --origins or --backend.');
      return changeTeams(context, (teams) => {
        const team = existing(teams, fields.name);
        const lost = [...lostOf(team.remotes, fields.remotes), ...lostOf(team.origins, fields.origins)];
        if (lost.length > 0 && !replace)
          throw new Refused(
            `${team.name} would lose ${lost.join(', ')}. Nothing was changed: name them too, or take them away with --replace.`,
          );
        return {
          ...team,
          remotes: fields.remotes ?? team.remotes,
          origins: fields.origins ?? team.origins,
          backend: fields.backend === undefined ? team.backend : fields.backend,
        };
      });
    },
  }),
  /** A second one for a rotation: the first goes on until it is revoked. */
  'team key add': command({
    does: 'adds a key beside the one that is there, for a rotation',
    may: ['admin'],
    kind: 'change',
    fields: { name: teamName, publicKey: teamKey },
    answer: shownTeam,
    run: (asked, context) =>
      changeTeams(context, async (teams, transaction) => {
        const team = existing(teams, asked.name);
        const key = await newKey(transaction, asked.publicKey);
        const revoked = await revokedOf(
          transaction,
          team.keys.map(({ id }) => id),
        );
        const keys = team.keys.filter(({ id }) => !revoked.has(id) && id !== key.id);
        return { ...team, keys: [...keys, key] };
      }),
  }),
  /** The row makes it final: no other version of the document, which shows it, brings the key back. */
  'team key revoke': command({
    does: 'refuses a key from now on, for good',
    may: ['admin'],
    kind: 'change',
    fields: { name: teamName, keyId: told(v.pipe(v.string(), v.maxLength(100)), 'as team show lists it') },
    answer: shownTeam,
    run: ({ name: asked, keyId }, context) =>
      changeTeams(context, async (teams, transaction) => {
        const team = existing(teams, asked);
        if (!team.keys.some(({ id }) => id === keyId)) {
          const there = team.keys.map(({ id }) => id).join(', ') || 'none';
          throw new Refused(`${asked} has no key ${keyId}. There: ${there}.`);
        }
        const { by: changedBy, why, way, clock } = context;
        const row = { keyId, changedBy, why, way, changedAt: new Date(clock.real()) };
        await transaction.insert(revokedTeamKeys).values(row).onConflictDoNothing();
        return { ...team, keys: team.keys.filter(({ id }) => id !== keyId) };
      }),
  }),
  /** The answer: the team as it was. */
  'team remove': command({
    does: 'takes everything from a team; its releases stay',
    may: ['admin'],
    kind: 'change',
    fields: { name: teamName },
    answer: shownTeam,
    async run(asked, context) {
      let removed: NamedTeam | undefined;
      await context.configuration.change('teams', context, (current) => {
        const { teams } = documentOf(teamsDocumentSchema, current);
        removed = existing(teams, asked.name);
        const left = Object.entries(teams).filter(([other]) => other !== asked.name);
        return documentText({ teams: Object.fromEntries(left) });
      });
      if (removed === undefined) throw new Error('The team was not removed.');
      return show(removed, context);
    },
  }),
};

/** What a list leaves out of the one before; an empty list says itself that nothing stays. */
const lostOf = (before: readonly string[], after: readonly string[] = []): string[] =>
  after.length === 0 ? [] : before.filter((each) => !after.includes(each));

type Changing = (teams: Teams, transaction: Queries) => NamedTeam | Promise<NamedTeam>;

/** @returns the changed team */
async function changeTeams(context: Context, change: Changing) {
  let changed: NamedTeam | undefined;
  await context.configuration.change('teams', context, async (current, transaction) => {
    const { teams } = documentOf(teamsDocumentSchema, current);
    changed = await change(teams, transaction);
    const { name: changing, ...team } = changed;
    return documentText({ teams: { ...teams, [changing]: team satisfies Team } });
  });
  if (changed === undefined) throw new Error('The teams were not changed.');
  return show(changed, context);
}

function existing(teams: Teams, name: string): NamedTeam {
  const team = teamOf(teams, name);
  if (team !== null) return team;
  const names = Object.keys(teams);
  const meant = nearestName(name, names);
  const hint = meant === null ? '' : ` Did you mean ${meant}?`;
  throw new Refused(`There is no team ${name}. There: ${names.join(', ') || 'none'}.${hint}`);
}

/** @throws Refused for one that was revoked */
async function newKey(transaction: Queries, given: string): Promise<{ id: string; publicKey: string }> {
  const publicKey = Buffer.from(given, 'base64url').toString('base64url');
  const id = keyIdOf(publicKey);
  const revoked = await revokedOf(transaction, [id]);
  if (!revoked.has(id)) return { id, publicKey };
  throw new Refused(`The key ${id} was revoked, which is final. The team has to make another: remote-kit key`);
}

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
