import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { previewVersion } from '@fridge/shared-contracts/page';
import { releaseSchema } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { createServer } from 'vite';
import { buildRemote } from '../cli/build-remote.ts';
import { CommandFailed, messageOf } from '../cli/command-failed.ts';
import { sendTeamRequest, type TeamConnection } from '../cli/team-request.ts';
import { untilAborted } from '../cli/until-aborted.ts';
import { type PreviewState, servePreview } from './serve-preview.ts';

/** While the host can't be reached. */
const TRY_AGAIN_MS = 3_000;
/** An editor may write several files, or one in several steps. */
const SETTLE_MS = 100;

export type InsideHost = {
  /** The remote's. */
  folder: string;
  name: string;
  /** Origin of the host. */
  host: string;
  port: number | undefined;
  connection: TeamConnection;
  /** Gets the link that opens the preview, and another one when the host has ended it. */
  onLink: (url: string, expiresAt: number) => void;
};

/**
 * Shows a remote inside a running host until `connection.signal` aborts: builds it, serves the build on this machine,
 * has the host show it to one visit, and does so again after each change of its sources.
 * @throws CommandFailed when the first build is refused, or host or port can't be had
 */
export async function runInsideHost({ folder, name, host, port, connection, onLink }: InsideHost): Promise<void> {
  const { signal, progress } = connection;
  // One folder for all: open pages load late code of the build that they opened, by hashed names.
  const builds = await mkdtemp(join(tmpdir(), 'remote-kit-preview-'));
  const server = await servePreview(builds, port, host).catch(async (error: unknown) => {
    await rm(builds, { recursive: true });
    throw new CommandFailed(3, `The build can't be served: ${messageOf(error)}. Name a free port by --port.`);
  });
  const sources = await createServer({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    appType: 'custom',
    optimizeDeps: { noDiscovery: true },
    server: {
      middlewareMode: true,
      ws: false,
      watch: { ignored: (path: string) => /^(?:dist|coverage)\b/.test(relative(folder, path)) },
    },
  });
  let id: string | null = null;
  let version: string | null = null;

  const say = (step: PreviewState['step'], text: string, detail = '') => {
    progress.note(`${new Date().toTimeString().slice(0, 8)}  ${text}${detail === '' ? '' : `\n${detail}`}`);
    server.tell({ name, version, step, detail });
  };
  const show = async (release: string): Promise<void> => {
    const body = { release, baseUrl: server.baseUrl, id };
    const made = await sendTeamRequest({ action: 'preview', what: `show ${name}`, body }, connection);
    version = previewVersion(v.parse(versionSchema, release).version);
    server.allow(new URL(made.url).origin);
    if (made.id !== id) onLink(made.url, made.expiresAt);
    ({ id } = made);
    say('shown', `${name} ${version} is in the host.`);
  };
  /** Until sources change, while the host can't be reached. */
  const keepShowing = async (release: string, changed: Promise<unknown>): Promise<void> => {
    for (let isChanged = false; !isChanged;) {
      const failure = await show(release).catch((error: unknown) => {
        if (id === null || !(error instanceof CommandFailed)) throw error;
        return error;
      });
      if (failure === undefined) return;
      const isRefused = failure.exitCode !== 3;
      say(isRefused ? 'refused' : 'unreachable', 'The host keeps the build before.', failure.message);
      if (isRefused) return;
      isChanged = await Promise.race([changed.then(() => true), pause(TRY_AGAIN_MS, false, { signal })]);
    }
  };

  try {
    while (!signal.aborted) {
      const changed = once(sources.watcher, 'all', { signal }).then(() => pause(SETTLE_MS, undefined, { signal }));
      changed.catch(() => undefined); // until it is awaited
      say('building', `Building ${name} …`);
      const release = await untilAborted(build(folder, builds), signal).catch((error: unknown) => {
        signal.throwIfAborted();
        say('failed', 'It is not built; the host keeps the build before. Save again.', messageOf(error));
      });
      if (release !== undefined) await keepShowing(release, changed);
      await changed;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    await Promise.all([sources.close(), server.close()]);
    // A build that Ctrl-C cut off may be writing still.
    await rm(builds, { recursive: true, force: true }).catch(() => undefined);
  }
}

const versionSchema = v.pipe(v.string(), v.parseJson(), v.pick(releaseSchema, ['version']));

/** Builds as for users. @returns `release.json`. @throws CommandFailed (1) with what the bundler says */
async function build(remote: string, target: string): Promise<string> {
  await buildRemote(remote, target, false);
  const text = await readFile(join(target, 'release.json'), 'utf8').catch(() => '');
  if (v.is(versionSchema, text)) return text;
  throw new CommandFailed(1, 'The build describes no release: does vite.config.ts use defineRemote?');
}
