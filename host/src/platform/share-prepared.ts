import {
  type ClipboardService,
  commonCopy,
  type DialogContent,
  type Environment,
  fill,
  type ShareParameters,
} from '@fridge/shared-contracts';
import { normalisePath, type PageContext, publicQuery, writeQuery } from '@fridge/shared-contracts/page';
import { copy } from '../copy.ts';
import { type BridgeClient, refusalText } from './bridge/bridge-client.ts';
import { withinLimit } from './requests/exchange.ts';
import { openShareSheet } from './share-sheet.ts';
import type { Failure } from './tracking/tracker.ts';

export type OpenSharePage = (landing: ShareParameters['landing']) => void;

/** Its links carry only its public parameters. */
export type SharingRelease = { name: string; version: string; publicParameters: readonly string[] };

export type Prepared = {
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

export interface SharingPorts {
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
}

/**
 * Late code: shares by the app's panel, the browser's sheet, a copied link or the share page (spec section 4).
 * @param onSheet another share may begin: some engines never settle a sheet
 */
export async function sharePrepared(entry: Prepared, ports: SharingPorts, onSheet: () => void): Promise<void> {
  const { context, environment, bridge, clipboard, openSharePage, toast, confirm, window, trackClick, reportFailure } =
    ports;
  const { release, parameters, withdrawn } = entry;
  const { before } = parameters;
  const { origin } = window.location;

  /** @returns `false` also when a callback throws, times out, or is withdrawn */
  const confirmedBy = async (
    callback: () => Promise<boolean>,
    total: number,
    cancelled?: AbortSignal,
  ): Promise<boolean> => {
    try {
      return (await withinLimit({ total }, callback, cancelled)) === true;
    } catch {
      reportFailure({ remote: release.name, version: release.version, phase: 'callback', reason: 'threw' });
      return false;
    }
  };

  const shareInApp = async (link: string) => {
    const { title, description, image = `${origin}/share-card.png`, onShared } = parameters;
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
    const isAnnounced = await confirmedBy(async () => (await onShared?.(channel)) === true, SHARED_LIMIT_MS);
    if (!isAnnounced) toast(commonCopy['common.shareOk.toast']);
  };

  const shareInBrowser = async (link: string) => {
    const { title, description, landing } = parameters;
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

  if (before) {
    // Not awaited without it: the sheet opens within the tap.
    const isAllowed = async () => (await before(withdrawn)) !== false;
    if (!(await confirmedBy(isAllowed, BEFORE_LIMIT_MS, withdrawn))) return;
  }
  const link = shareLink(origin, parameters, context, release.publicParameters);
  if (environment.inApp) return shareInApp(link);
  onSheet();
  await shareInBrowser(link);
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
