import {
  type ClipboardService,
  commonCopy,
  type DialogContent,
  type Environment,
  fill,
  type NavigationService,
  type ShareParameters,
  type SharingService,
} from '@fridge/shared-contracts';
import {
  type Address,
  hostPaths,
  normalisePath,
  type PageContext,
  publicQuery,
  splitQuery,
  writeQuery,
} from '@fridge/shared-contracts/page';
import { copy } from '../copy.ts';
import { type BridgeClient, refusalText } from './bridge/bridge-client.ts';
import { withinLimit } from './requests/exchange.ts';
import { openShareSheet } from './share-sheet.ts';
import type { Failure } from './tracking/tracker.ts';

/** Spec section 4, "parameter 2" is the report. */
const landingQuery = { activity: {}, report: { type: '2' } } as const;

export type OpenSharePage = (landing: ShareParameters['landing']) => void;

/** `from` is the current address without personal parameters: the share page copies its link. */
export function createSharePage({
  push,
  location,
}: {
  push: NavigationService['push'];
  location: () => Address;
}): OpenSharePage {
  return (landing) => {
    const { path, query } = location();
    push(hostPaths.share, { ...landingQuery[landing], from: path + writeQuery(splitQuery(query).open) });
  };
}

/** Its links carry only its public parameters. */
type SharingRelease = { name: string; version: string; publicParameters: readonly string[] };

type Prepared = {
  release: SharingRelease;
  parameters: ShareParameters;
  /** Aborted when the screen withdraws without a replacement. */
  withdrawn: AbortSignal;
};

const slowHint = {
  title: copy['host.native.slow.title'],
  description: fill(copy['host.native.slow.desc']),
  confirm: copy['host.native.timeout.button'],
};

/** `before` may show a notice. */
const BEFORE_LIMIT_MS = 5 * 60_000;
const SHARED_LIMIT_MS = 10_000;

/** Shares by the app's panel, the browser's sheet, a copied link or the share page (spec section 4). */
export function createSharing({
  context,
  environment,
  bridge,
  clipboard,
  openSharePage,
  toast,
  confirm,
  window,
  trackClick,
  reportFailure,
}: {
  context: PageContext;
  environment: Environment;
  bridge: Pick<BridgeClient, 'call'>;
  clipboard: ClipboardService;
  openSharePage: OpenSharePage;
  toast: (text: string) => void;
  /** @param ended closes the dialog */
  confirm: (content: DialogContent, ended: AbortSignal) => Promise<unknown>;
  window: Window;
  /** Names the way of a share. */
  trackClick: (name: string) => void;
  reportFailure: (failure: Failure) => void;
}) {
  const { origin } = window.location;
  let prepared: readonly Prepared[] = [];
  let sharing = false;

  /** @returns `false` also when a callback throws, times out, or is withdrawn */
  const confirmedBy = async (
    { release }: Prepared,
    callback: () => Promise<boolean>,
    total: number,
    withdrawn?: AbortSignal,
  ): Promise<boolean> => {
    try {
      return (await withinLimit({ total }, callback, withdrawn)) === true;
    } catch {
      reportFailure({ remote: release.name, version: release.version, phase: 'callback', reason: 'threw' });
      return false;
    }
  };

  const shareInApp = async (entry: Prepared, link: string) => {
    const { title, description, image = `${origin}/share-card.png`, onShared } = entry.parameters;
    trackClick('host.share.app');
    toast(copy['host.share.opening.toast']);
    const answer = await bridge.call(
      'share',
      { channels: ['wx', 'wxTimeline'], title, description, link, image },
      { popup: true, onSlow: (ended) => void confirm(slowHint, ended) },
    );
    if (!answer.ok) return toast(refusalText(answer.error, commonCopy['common.shareFail.toast']));
    const { channel } = answer.data;
    if (channel === undefined) return toast(''); // the panel was closed
    const isAnnounced = await confirmedBy(entry, async () => (await onShared?.(channel)) === true, SHARED_LIMIT_MS);
    if (!isAnnounced) toast(commonCopy['common.shareOk.toast']);
  };

  const shareInBrowser = async ({ title, description, landing }: ShareParameters, link: string) => {
    const opening = environment.inWeChat ? null : openShareSheet(window, { title, text: description, url: link });
    if (opening) {
      trackClick('host.share.native');
      if (await opening) return;
    } else if (context.wxToken === '') {
      trackClick('host.share.page');
      return openSharePage(landing);
    }
    trackClick('host.share.copy');
    toast(commonCopy[(await clipboard.copy(link)) ? 'common.copyLink.toast' : 'common.copyLinkFail.toast']);
  };

  const share = async ({ name, version }: Pick<SharingRelease, 'name' | 'version'>) => {
    const entry = prepared.at(-1);
    if (!entry) return reportFailure({ remote: name, version, phase: 'share', reason: 'unprepared' });
    if (sharing) return;
    sharing = true;
    try {
      const { release, parameters, withdrawn } = entry;
      const { before } = parameters;
      if (before) {
        // Not awaited without it: the sheet opens within the tap.
        const isAllowed = async () => (await before(withdrawn)) !== false;
        if (!(await confirmedBy(entry, isAllowed, BEFORE_LIMIT_MS, withdrawn))) return;
      }
      const link = shareLink(origin, parameters, context, release.publicParameters);
      if (environment.inApp) return await shareInApp(entry, link);
      sharing = false; // some engines never settle a sheet
      await shareInBrowser(parameters, link);
    } finally {
      sharing = false;
    }
  };

  return {
    /** Shares what any release prepared last: the header's button. */
    share: () => share({ name: 'host', version: 'unknown' }),
    for: (release: SharingRelease): SharingService => ({
      prepare(parameters) {
        const withdrawal = new AbortController();
        const entry = { release, parameters, withdrawn: withdrawal.signal };
        prepared = [...prepared, entry];
        return () => {
          prepared = prepared.filter((other) => other !== entry);
          // Rendering again withdraws and prepares in one task: the open question stays valid.
          setTimeout(() => {
            if (!prepared.some((other) => other.release === release)) withdrawal.abort();
          });
        };
      },
      share: () => share(release),
      openLanding: openSharePage,
    }),
  };
}

/** With the release's public parameters (architecture, "The native bridge"). */
export function shareLink(
  origin: string,
  { path, query = {} }: Pick<ShareParameters, 'path' | 'query'>,
  context: Pick<PageContext, 'brand' | 'activityId'>,
  publicParameters: readonly string[],
): string {
  const parameters: Record<string, string> = { activityId: context.activityId };
  if (context.brand !== -1) parameters['brand'] = String(context.brand);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) parameters[name] = value;
  const [bare = ''] = path.split(/[?#]/, 1); // parameters pass by name only
  return origin + normalisePath(bare) + writeQuery(publicQuery(parameters, publicParameters));
}
