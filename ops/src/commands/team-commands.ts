import type { ShownTeam } from '@fridge/server/teams/team-protocol';
import type { Command } from 'commander';
import { type ChangeOptions, changeOptions, doneBy, nonEmptyText, table, type Tool } from './tool.ts';

type Fields = { remotes?: string[]; origin?: string[]; backend?: string };

/** Who may publish what, from where, by which keys. */
export function addTeamCommands(program: Command, { ask, finish }: Tool): void {
  const group = program.command('team').description('teams that publish remotes with a key of their own');

  group
    .command('list')
    .description('every team: its remotes, origins and keys')
    .action(async () => {
      const teams = await ask({ command: 'teams.list' });
      finish(teams.length === 0 ? 'There is no team.' : table(teams.map(rowOf)), teams);
    });

  ofTeam(group, 'show')
    .description('one team, with what pages get of its remotes')
    .action(async (name: string) => {
      const team = await ask({ command: 'teams.show', name });
      finish(describe(team), team);
    });

  withFields(changeOptions(ofTeam(group, 'add')))
    .option('--key <public-key>', 'its first key, as remote-kit key prints it', nonEmptyText)
    .description('lets a team publish remotes')
    .action(async (name: string, { key: publicKey, ...options }: Fields & ChangeOptions & { key?: string }) => {
      const { remotes = [], origin: origins = [] } = options;
      const backend = backendOf(options.backend) ?? null;
      const team = await ask({ command: 'teams.add', name, remotes, origins, backend, publicKey, ...doneBy(options) });
      finish(`${describe(team)}${team.keys.length === 0 ? `\nNext: team key add ${name} PUBLICKEY` : ''}`, team);
    });

  withFields(changeOptions(ofTeam(group, 'set')))
    .option('--replace', 'takes away the names and origins that a list leaves out')
    .description('changes what a team has; what is left out stays')
    .action(async (name: string, options: Fields & ChangeOptions & { replace?: boolean }) => {
      const { remotes, origin: origins, replace } = options;
      const fields = { remotes, origins, backend: backendOf(options.backend), replace };
      const team = await ask({ command: 'teams.set', name, ...fields, ...doneBy(options) });
      finish(describe(team), team);
    });

  const keys = group.command('key').description("a team's keys, two at most");
  changeOptions(ofTeam(keys, 'add'))
    .argument('<public-key>', 'as remote-kit key prints it', nonEmptyText)
    .description('adds a key beside the one that is there, for a rotation')
    .action(async (name: string, publicKey: string, options: ChangeOptions) => {
      const team = await ask({ command: 'teams.addKey', name, publicKey, ...doneBy(options) });
      finish(describe(team), team);
    });
  changeOptions(ofTeam(keys, 'revoke'))
    .argument('<key-id>', 'as team show lists it', nonEmptyText)
    .description('refuses a key from now on, for good')
    .action(async (name: string, keyId: string, options: ChangeOptions) => {
      const team = await ask({ command: 'teams.revokeKey', name, keyId, ...doneBy(options) });
      finish(`The key ${keyId} counts no longer.\n${describe(team)}`, team);
    });

  changeOptions(ofTeam(group, 'remove'))
    .description('takes everything from a team; its releases stay')
    .action(async (name: string, options: ChangeOptions) => {
      const team = await ask({ command: 'teams.remove', name, ...doneBy(options) });
      const left = team.remotes.map((remote) => remote.name).join(', ');
      const releases = left === '' ? '' : ` Pages go on getting the releases of ${left}.`;
      finish(`${name} is removed, and its keys count no longer.${releases}`, team);
    });
}

const ofTeam = (parent: Command, verb: string): Command =>
  parent.command(verb).argument('<name>', 'the team', nonEmptyText);

const withFields = (command: Command): Command =>
  command
    .option('--remotes <names>', 'names that it may publish, separated by commas', listOf)
    .option(
      '--origin <origins>',
      'where it serves its releases, separated by commas; none: it uploads them',
      listOrNone,
    )
    .option('--backend <url>', 'gets the calls below /team/<name>/; none: there are none', nonEmptyText);

const listOf = (text: string): string[] =>
  nonEmptyText(text)
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
const listOrNone = (text: string): string[] => (text === 'none' ? [] : listOf(text));
/** Commander takes a `null` of its parsers for an empty text. */
const backendOf = (text: string | undefined): string | null | undefined => (text === 'none' ? null : text);

const rowOf = ({ name, remotes, origins, backend, keys }: ShownTeam) => ({
  team: name,
  remotes: remotes.map((remote) => remote.name).join(', ') || '-',
  origins: origins.join(', ') || 'uploads',
  backend: backend ?? '-',
  keys: keys.map(keyText).join(', ') || '-',
});

const keyText = ({ id, revoked }: ShownTeam['keys'][number]): string => (revoked ? `${id} (revoked)` : id);

function describe(team: ShownTeam): string {
  const { name, origins, backend, keys } = team;
  const remotes = team.remotes.map(({ name: remote, version, state, pinned }) => {
    const pages = version === null ? 'pages get no release' : `pages get ${version}`;
    return `  remote   ${remote}: ${pages}${pinned ? ', pinned' : ''}${state === 'on' || version === null ? '' : `, ${state}`}`;
  });
  return [
    name,
    ...(remotes.length === 0 ? ['  remote   none: it can publish nothing'] : remotes),
    `  origin   ${origins.join(', ') || 'none: it uploads its releases'}`,
    `  backend  ${backend ?? 'none'}`,
    ...(keys.length === 0 ? ['  key      none: it can send nothing'] : keys.map((key) => `  key      ${keyText(key)}`)),
  ].join('\n');
}
