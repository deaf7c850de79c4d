import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { previewVersion } from '@fridge/shared-contracts/page';
import { teamAnswerSchemas } from '@fridge/shared-contracts/team';
import { CommandFailed, messageOf } from '../cli/command-failed.ts';
import { sendTeamRequest, type TeamConnection } from '../cli/team-request.ts';
import { untilAborted } from '../cli/until-aborted.ts';
import { buildPreview, type PreviewBuild } from './build-preview.ts';
import type { PreviewState } from './preview-state.ts';
import { type PreviewServer, servePreview } from './serve-preview.ts';
import { changedSources, sourcesOf } from './source-changes.ts';

/** While the host can't be reached. */
const TRY_AGAIN_MS = 3_000;

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
export async function runInsideHost(inside: InsideHost): Promise<void> {
  const { folder, host, port, connection } = inside;
  const { signal } = connection;
  const server = await servePreview(port, host).catch((error: unknown) => {
    throw new CommandFailed(3, `The build can't be served: ${messageOf(error)}. Name a free port by --port.`);
  });
  const builds = await mkdtemp(join(tmpdir(), 'remote-kit-preview-'));
  const turn = createTurn(inside, server);
  const ending = new AbortController();
  try {
    for (let number = 1; !signal.aborted; number += 1) {
      const changed = changedSources(folder, await sourcesOf(folder), AbortSignal.any([signal, ending.signal]));
      changed.catch(() => undefined); // until it is awaited
      await turn(join(builds, String(number)), changed);
      await changed;
    }
  } catch (error) {
    if (!signal.aborted) throw error;
  } finally {
    ending.abort();
    await server.close();
    // A build that Ctrl-C cut off may be writing still.
    await rm(builds, { recursive: true, force: true }).catch(() => undefined);
  }
}

/** @returns builds into a folder and has the host show it; while the host can't be reached, until sources change */
function createTurn({ folder, name, connection, onLink }: InsideHost, server: PreviewServer) {
  const { signal, progress } = connection;
  let id: string | null = null;
  let version: string | null = null;

  const say = (step: PreviewState['step'], text: string, detail = '') => {
    progress.note(`${timeNow()}  ${text}${detail === '' ? '' : `\n${detail}`}`);
    server.tell({ name, version, step, detail });
  };

  const show = async (build: PreviewBuild): Promise<void> => {
    const request = {
      action: 'preview',
      what: `show ${name}`,
      body: { release: build.text, baseUrl: server.baseUrl, id },
      answer: teamAnswerSchemas.preview,
    } as const;
    const made = await sendTeamRequest(request, connection);
    version = previewVersion(build.version);
    server.allow(new URL(made.url).origin);
    if (made.id !== id) onLink(made.url, made.expiresAt);
    ({ id } = made);
    say('shown', `${name} ${version} is in the host.`);
  };

  return async (target: string, changed: Promise<unknown>): Promise<void> => {
    say('building', `Building ${name} …`);
    const build = await untilAborted(buildPreview(folder, target), signal).catch((error: unknown) => {
      signal.throwIfAborted();
      say('failed', 'It is not built; the host keeps the build before. Save again.', messageOf(error));
    });
    if (build === undefined) return;
    for (const dropped of server.serve(build.folder)) await rm(dropped, { recursive: true, force: true });
    for (let isChanged = false; !isChanged;) {
      const failure = await show(build).catch((error: unknown) => {
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
}

const timeNow = (): string => new Date().toTimeString().slice(0, 8);
