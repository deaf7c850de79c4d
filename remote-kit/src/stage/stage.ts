import { placeProblems } from '@fridge/server/releases/publish/place-problems';
import { readRelease } from '@fridge/server/releases/publish/read-release';
import { servedSource } from '@fridge/server/releases/publish/release-source';
import { ReleaseRefused } from '@fridge/server/releases/release-refused';
import { createHostOrigin } from '@fridge/server/host-origin/host-origin';
import { createOrigin, folderFiles, readableAnywhere } from '@fridge/server/host-origin/serve-origin';
import { servedContent } from '@fridge/server/releases/registry/served-registry';
import { hostPaths, registryEntrySchema, resolveCallPath, type RuntimeSettings } from '@fridge/shared-contracts/page';
import type { Release } from '@fridge/shared-contracts/team';
import { chromium } from 'playwright-core';
import * as v from 'valibot';
import { hostBuild } from '../kit-files.ts';
import { type BuiltRelease, builtShellTexts, unlistedMethods } from './built-release.ts';
import { type HouseholdName, households, type NativeAnswers, nativeAnswersOf } from './households.ts';
import { loadAnswers } from './remote-answers.ts';
import { createStandInApi, type ReceivedCall } from './stand-in-api.ts';

/** Public, like every signing key: the stage stands on loopback and holds nothing. */
const SIGNING = { signer: 'hmac-sha256', key: 'the signing key of the stage' } as const;
const REPORT_LINK_KEY = 'stage-report-key';

const LAUNCH_LIMIT_MS = 30_000;

export type StageOptions = {
  /** The remote's, with `stand-alone/answers.ts`. */
  folder: string;
  /** The built files. */
  dist: string;
  built: BuiltRelease;
  /** What a route's address has to carry, by its path. */
  queries: Readonly<Record<string, Readonly<Record<string, string>>>>;
  /** Chromium or Chrome. */
  browserPath: string;
  /** Aborts: its browser is closed. */
  signal: AbortSignal;
};

export type Stage = Awaited<ReturnType<typeof openStage>>;

/**
 * One remote in the real host: the host's production build served as the server serves it, the remote's files on an
 * origin of their own, an API that answers what the remote prepared.
 */
export async function openStage({ folder, dist, built, queries, browserPath, signal }: StageOptions) {
  const { release } = built;
  const answers = await loadAnswers(folder);
  const browser = await chromium.launch({
    executablePath: browserPath,
    timeout: LAUNCH_LIMIT_MS,
    args: ['--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run', '--disable-background-networking'],
  });
  signal.addEventListener('abort', () => void browser.close().catch(() => undefined), { once: true });
  const opaqueNames = opaqueNamesOf(release.calls);
  const idOfPath = new Map(
    Object.keys(opaqueNames).map((name) => [resolveCallPath({ setting: name }, opaqueNames), `setting:${name}`]),
  );
  const files = createOrigin([folderFiles(dist)], { headers: readableAnywhere });
  let calls: ReceivedCall[] = [];
  const made = new Set<string>();
  const api = createStandInApi(
    answers,
    (path) => idOfPath.get(path) ?? path,
    new Set(release.calls),
    (call) => {
      calls.push(call);
      made.add(call.id);
    },
  );
  const loopback = { host: '127.0.0.1', port: 0 };
  const place = { remote: await files.listen(loopback), api: await api.listen(loopback), host: '' };
  const hall = () => `${place.host}${hostPaths.hall}`;
  const settings = (): RuntimeSettings => ({
    apiBase: place.api,
    signing: SIGNING,
    reportLinkKey: REPORT_LINK_KEY,
    reportLinkKeysAccepted: [],
    activity2023: opaqueNames,
    downloadPage: hall(),
    appLink: null,
    couponPage: hall(),
    couponTitle: '',
    shopPage: hall(),
    allowedOrigins: [],
    remoteOrigins: [place.remote],
    tracking: { enabled: true, endpoint: `${place.api}/track`, analytics: null },
    windows: {
      ...Object.fromEntries(
        release.routes.flatMap(({ window }) => (window === null ? [] : [[window, { start: null, end: null }]])),
      ),
      ...answers.windows(),
    },
  });
  const content = servedContent({ version: 1, remotes: { [release.name]: entryOf(release, place.remote) } });
  const host = createHostOrigin({
    folder: hostBuild(),
    settings: { current: settings },
    registry: { current: () => content },
    clock: { real: Date.now, business: Date.now },
    pageIdKey: 'of views that nobody counts',
    shellTexts: builtShellTexts(built),
  });
  place.host = await host.listen(loopback);

  return {
    hostUrl: place.host,
    apiUrl: place.api,
    browser,
    /** Of the remote's files. */
    remoteUrl: place.remote,
    release,
    unlistedMethods: unlistedMethods(built),
    accessOf: answers.accessOf,
    /** Its calls are counted anew, and meet answers that were prepared anew. */
    begin(name: HouseholdName): void {
      const owner = ownerOf(name);
      calls = calls.filter((call) => call.owner !== owner);
      answers.begin(owner);
    },
    callsOf: (name: HouseholdName): ReceivedCall[] => calls.filter(({ owner }) => owner === ownerOf(name)),
    /** Ids of all calls, whoever made them. */
    made: made as ReadonlySet<string>,
    /** `null`: outside the app. */
    nativeAnswers: (name: HouseholdName): NativeAnswers | null =>
      households[name].inApp ? nativeAnswersOf(households[name], answers.native(name)) : null,
    /** @param byHashLink `/#/path`, as old links are */
    addressOf(path: string, name: HouseholdName, byHashLink = false): string {
      const query = new URLSearchParams({ ...queries[path], ...households[name].query }).toString();
      return `${place.host}${byHashLink ? '/#' : ''}${path}${query === '' ? '' : `?${query}`}`;
    },
    /**
     * Reads the release from its origin as publishing does: every file as a page gets it, its hash, its syntax, and
     * whether its routes may be its own. Other remotes of the product are not known here.
     * @returns one sentence per problem
     */
    async publishingProblems(): Promise<string[]> {
      const source = servedSource(`${place.remote}/`, place.host);
      const { problems } = await readRelease(source).catch((error: unknown) => {
        if (error instanceof ReleaseRefused) return error;
        throw error;
      });
      return [...problems, ...placeProblems(release, [], settings())].map(({ text }) => text);
    },
    close: () => Promise.allSettled([browser.close(), host.close(), files.close(), api.close()]),
  };
}

/** Of its calls; `null`: they carry no token. */
const ownerOf = (name: HouseholdName): HouseholdName | null => (households[name].token === '' ? null : name);

/** As opaque as the settings' own. */
function opaqueNamesOf(calls: readonly string[]): Record<string, string> {
  const names = calls.flatMap((id) => /^setting:(.+)$/.exec(id)?.[1] ?? []);
  return Object.fromEntries(names.map((name, index) => [name, `stage-${index}`]));
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
