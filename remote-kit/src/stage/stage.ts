import { createHostOrigin } from '@fridge/server/host-origin/host-origin';
import { createOrigin, folderFiles, readableAnywhere } from '@fridge/server/host-origin/serve-origin';
import { servedContent } from '@fridge/server/registry/served-registry';
import {
  hostPaths,
  registryEntrySchema,
  resolveCallPath,
  type RuntimeSettings,
  type TrackedEvent,
} from '@fridge/shared-contracts/page';
import type { Release } from '@fridge/shared-contracts/team';
import * as v from 'valibot';
import { builtShellTexts } from './built-release.ts';
import { hostBuild } from './host-build.ts';
import { type HouseholdName, households } from './households.ts';
import { closeServer, listen } from './listen.ts';
import { type NativeAnswers, nativeAnswersOf } from './native-app.ts';
import { loadAnswers } from './remote-answers.ts';
import { createStandInApi, type ReceivedCall } from './stand-in-api.ts';

/** Public, like every signing key: the stage stands on loopback and holds nothing. */
const SIGNING = { signer: 'hmac-sha256', key: 'the signing key of the stage' } as const;
const REPORT_LINK_KEY = 'stage-report-key';

export type StageOptions = {
  /** The remote's, with `stand-alone/answers.ts`. */
  folder: string;
  /** The built files. */
  dist: string;
  release: Release;
  /** Of the host; 0: any free one. */
  port?: number;
  /** What a route's address has to carry, by its path. */
  queries?: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Origins that may frame the host, as the app does. */
  framedBy?: readonly string[];
  onCall?: (call: ReceivedCall) => void;
  onEvent?: (event: TrackedEvent) => void;
};

export type Stage = Awaited<ReturnType<typeof openStage>>;

/**
 * One remote in the real host: the host's production build served as the server serves it, the remote's files on an
 * origin of their own, an API that answers what the remote prepared.
 */
export async function openStage({
  folder,
  dist,
  release,
  port = 0,
  queries = {},
  framedBy = [],
  onCall = () => undefined,
  onEvent = () => undefined,
}: StageOptions) {
  const answers = await loadAnswers(folder);
  const opaqueNames = opaqueNamesOf(release.calls);
  const idOfPath = new Map(
    Object.keys(opaqueNames).map((name) => [resolveCallPath({ setting: name }, opaqueNames), `setting:${name}`]),
  );

  const files = createOrigin([folderFiles(dist)], { headers: readableAnywhere });
  const api = createStandInApi({
    answers,
    idOf: (path) => idOfPath.get(path) ?? path,
    declared: new Set(release.calls),
    onCall,
    onEvent,
  });
  const clock = { real: () => Date.now(), business: () => Date.now() };
  const place = { remote: '', api: '', host: '' };
  const settings = () => settingsOf(place, { release, opaqueNames, windows: answers.windows(), framedBy });
  const content = () => servedContent({ version: 1, remotes: { [release.name]: entryOf(release, place.remote) } });
  const kept: { content?: ReturnType<typeof content> } = {};
  const host = createHostOrigin({
    folder: hostBuild(),
    settings: { current: settings },
    registry: { current: () => (kept.content ??= content()) },
    clock,
    pageIdKey: 'of views that nobody counts',
    shellTexts: builtShellTexts(dist, release),
  });
  const close = async () => {
    await Promise.allSettled([host.close(), files.close(), closeServer(api)]);
  };
  try {
    place.remote = await files.listen({ host: '127.0.0.1', port: 0 });
    place.api = await listen(api);
    place.host = await host.listen({ host: '127.0.0.1', port });
  } catch (error) {
    await close();
    throw error;
  }

  return {
    hostUrl: place.host,
    apiUrl: place.api,
    /** Of the remote's files. */
    remoteUrl: place.remote,
    release,
    settings: settings(),
    /** The call of a request to the API. */
    callIdOf: (path: string) => idOfPath.get(path) ?? path,
    accessOf: answers.accessOf,
    /** Its calls meet answers that were prepared anew. */
    begin(name: HouseholdName): void {
      answers.begin(households[name].token === '' ? null : name);
    },
    nativeAnswers: (name: HouseholdName): NativeAnswers => nativeAnswersOf(households[name], answers.native(name)),
    /** @param byHashLink `/#/path`, as old links are */
    addressOf(path: string, name: HouseholdName, byHashLink = false): string {
      const query = new URLSearchParams({ ...queries[path], ...households[name].query }).toString();
      return `${place.host}${byHashLink ? '/#' : ''}${path}${query === '' ? '' : `?${query}`}`;
    },
    close,
  };
}

/** As opaque as the settings' own. */
function opaqueNamesOf(calls: readonly string[]): Record<string, string> {
  const names = calls.flatMap((id) => /^setting:(.+)$/.exec(id)?.[1] ?? []);
  return Object.fromEntries(names.map((name, index) => [name, `stage-${index}`]));
}

function settingsOf(
  { remote, api, host }: { remote: string; api: string; host: string },
  {
    release,
    opaqueNames,
    windows,
    framedBy,
  }: {
    release: Release;
    opaqueNames: Record<string, string>;
    windows: RuntimeSettings['windows'];
    framedBy: readonly string[];
  },
): RuntimeSettings {
  const hall = `${host}${hostPaths.hall}`;
  const named = release.routes.flatMap((route) => route.window ?? []);
  return {
    apiBase: api,
    signing: SIGNING,
    reportLinkKey: REPORT_LINK_KEY,
    reportLinkKeysAccepted: [],
    activity2023: opaqueNames,
    downloadPage: hall,
    appLink: null,
    couponPage: hall,
    couponTitle: '',
    shopPage: hall,
    allowedOrigins: [...framedBy],
    remoteOrigins: [remote],
    tracking: { enabled: true, endpoint: `${api}/track`, analytics: null },
    windows: { ...Object.fromEntries(named.map((name) => [name, { start: null, end: null }])), ...windows },
  };
}

/**
 * Any call may be made: the API refuses those that the release doesn't list, by name. Methods of the app are refused by
 * the host itself.
 */
const entryOf = (release: Release, origin: string) =>
  v.parse(registryEntrySchema, {
    ...release,
    enabled: true,
    calls: null,
    entry: new URL(release.entry, `${origin}/`).href,
  });
