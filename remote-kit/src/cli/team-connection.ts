import type { Context, Options } from './command.ts';
import { readRemoteSettings, type RemoteSettings } from './remote-settings.ts';
import { readTeamKey } from './team-key.ts';
import type { TeamConnection } from './team-request.ts';

/** Options of every command that asks the API. */
export const apiOptions = {
  api: { type: 'string', value: 'URL', summary: "the API's origin, in place of the one in remote-kit.json" },
  why: { type: 'string', value: 'TEXT', summary: 'the reason, for the log of changes' },
} as const satisfies Options;

/** @throws CommandFailed (2) without settings or key */
export async function connect(
  { folder, env, progress, signal }: Pick<Context, 'folder' | 'env' | 'progress' | 'signal'>,
  { api }: { api: string | undefined },
): Promise<TeamConnection & { settings: RemoteSettings }> {
  const settings = await readRemoteSettings(folder, { api });
  return { settings, key: await readTeamKey(folder, env), progress, signal };
}
