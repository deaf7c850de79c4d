import {
  bridgeErrorCode,
  type BridgeService,
  type ClipboardService,
  commonCopy,
  type Environment,
  fill,
  type ShareChannel,
  type ShareParameters,
  type SharingService,
} from '@fridge/shared-contracts';
import { normalisePath, type PageContext, publicQuery, writeQuery } from '@fridge/shared-contracts/host';
import { copy } from '../copy.ts';
import { withTimeout } from '../lib/with-timeout.ts';
import { isCancel, isTimeout } from './bridge/bridge-errors.ts';
import type { Failure, ServedRelease } from './platform.ts';
import type { OpenSharePage } from './share-page.ts';

const CHANNELS = ['wx', 'wxTimeline'] as const satisfies readonly ShareChannel[];

export interface SharingDependencies {
  context: Pick<PageContext, 'brand' | 'activityId' | 'wxToken'>;
  environment: Environment;
  bridge: BridgeService;
  clipboard: ClipboardService;
  openSharePage: OpenSharePage;
  toast: (text: string) => void;
  origin: string;
  reportFailure: (failure: Failure) => void;
}

type SharingRelease = Pick<ServedRelease, 'name' | 'version' | 'publicParameters'>;

export interface Sharing {
  /** Sharing for one release; its links carry only its public parameters. */
  for(release: SharingRelease): SharingService;
  /** Shares what was prepared last, whoever did: the header's button. */
  share(): Promise<void>;
}

type Prepared = {
  release: SharingRelease;
  parameters: ShareParameters;
  /** Aborted once it is taken back and its screen has prepared nothing in its place. */
  left: AbortSignal;
};

/** How long an activity may ask before a share: a notice that has to be read, milliseconds. */
const BEFORE_LIMIT_MS = 5 * 60_000;
/** How long it may take to say what a share brought, milliseconds. */
const SHARED_LIMIT_MS = 10_000;

/** The share-mode choice (spec section 4): the app's panel, the copied link, or the page with the QR code. */
export function createSharing(dependencies: SharingDependencies): Sharing {
  const { context, environment, bridge, clipboard, openSharePage, toast, origin } = dependencies;
  let prepared: readonly Prepared[] = [];
  let sharing = false;

  const fail = ({ name, version }: Pick<SharingRelease, 'name' | 'version'>, phase: Failure['phase'], reason: Failure['reason']) =>
    dependencies.reportFailure({ remote: name, version, phase, reason });

  const tellActivity = async ({ release, parameters }: Prepared, channel: ShareChannel): Promise<boolean> => {
    try {
      return (await withTimeout(Promise.resolve(parameters.onShared?.(channel)), SHARED_LIMIT_MS)) === true;
    } catch {
      fail(release, 'callback', 'threw'); // what the user did is done all the same
      return false;
    }
  };

  /** What an activity wants asked first. One that throws hasn't agreed, nor has one whose screen was left without an answer. */
  const mayShare = async ({ release, parameters, left }: Prepared): Promise<boolean> => {
    if (!parameters.before) return true;
    try {
      const asked = Promise.resolve(parameters.before(left)).then((answer) => answer !== false);
      const abandoned = new Promise<false>((resolve) => {
        left.addEventListener('abort', () => resolve(false), { once: true });
      });
      return (await withTimeout(Promise.race([asked, abandoned]), BEFORE_LIMIT_MS)) === true;
    } catch {
      fail(release, 'callback', 'threw');
      return false;
    }
  };

  const shareInApp = async (entry: Prepared, link: string) => {
    const { title, description, image = `${origin}/share-card.png` } = entry.parameters;
    const answer = await bridge.call('share', { channels: CHANNELS, title, description, link, image }, { popup: true });
    if (answer.ok) {
      // Without a channel the panel was closed with nothing chosen.
      if (answer.data.channel === undefined) return;
      if (!(await tellActivity(entry, answer.data.channel))) toast(commonCopy['common.shareOk.toast']);
      return;
    }
    const { error } = answer;
    // A changed mind is no error, and a timeout has its own popup.
    if (isCancel(error) || isTimeout(error)) return;
    toast(error.code === bridgeErrorCode.unsupported ? fill(copy['host.native.unsupported.toast']) : commonCopy['common.shareFail.toast']);
  };

  const share = async (asker: Pick<SharingRelease, 'name' | 'version'>) => {
    const entry = prepared.at(-1);
    if (!entry) return fail(asker, 'share', 'unprepared');
    if (sharing) return;
    sharing = true;
    try {
      if (!(await mayShare(entry))) return;
      const link = shareLink(origin, entry.parameters, context, entry.release.publicParameters);
      if (environment.inApp) await shareInApp(entry, link);
      else if (context.wxToken !== '') toast(commonCopy[(await clipboard.copy(link)) ? 'common.copyLink.toast' : 'common.copyLinkFail.toast']);
      else openSharePage(entry.parameters.landing);
    } finally {
      sharing = false;
    }
  };

  return {
    share: () => share({ name: 'host', version: 'unknown' }),
    for: (release) =>
      Object.freeze({
        prepare(parameters: ShareParameters) {
          const leaving = new AbortController();
          const own = { release, parameters, left: leaving.signal };
          prepared = [...prepared, own];
          return () => {
            prepared = prepared.filter((other) => other !== own);
            // A screen that draws anew takes back and prepares in one go; the question it asks stands.
            setTimeout(() => {
              if (!prepared.some((other) => other.release === release)) leaving.abort();
            });
          };
        },
        share: () => share(release),
        openLanding: openSharePage,
      }),
  };
}

/**
 * The address a share sends out: this host, the screen, and only what a stranger may know (architecture, "The native
 * bridge"): the brand, the activity and what the release declared public.
 */
export function shareLink(
  origin: string,
  { path, query = {} }: Pick<ShareParameters, 'path' | 'query'>,
  context: Pick<PageContext, 'brand' | 'activityId'>,
  publicParameters: readonly string[],
): string {
  const asked: Record<string, string> = { activityId: context.activityId };
  if (context.brand !== -1) asked['brand'] = String(context.brand);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked[name] = value;
  const [bare = ''] = path.split(/[?#]/, 1); // parameters go by name, or not at all
  return origin + normalisePath(bare) + writeQuery(publicQuery(asked, publicParameters));
}
