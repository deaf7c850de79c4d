import {
  type BridgeService, bridgeErrorCode, type ClipboardService, type Environment, type NavigationService, type PageContext,
  type ShareChannel, type ShareParameters, type SharingService, timeoutError,
} from '@fridge/shared-contracts';
import { commonCopy, fill } from '@fridge/shared-contracts/copy';
import { isCancel } from '../bridge/is-cancel.ts';
import { copy } from '../copy.ts';
import { shareLink } from './share-link.ts';

const CHANNELS = ['wx', 'wxTimeline'] as const satisfies readonly ShareChannel[];

/** Where someone outside the app gets the app, by what they came for (spec section 4, "parameter 2" is the report). */
const landingQuery = { activity: {}, report: { type: '2' } } as const;

export interface SharingDependencies {
  context: PageContext;
  environment: Environment;
  bridge: BridgeService;
  clipboard: ClipboardService;
  navigation: Pick<NavigationService, 'push'>;
  toast: (text: string) => void;
  origin: string;
  /** Picture of the share card, an absolute address. */
  image: string;
  onUnprepared: () => void;
  /** A callback of the activity threw; what the user did is done all the same. */
  onCallbackFailure: () => void;
}

/** The share-mode choice (spec section 4): the app's panel, the copied link, or the page with the QR code. */
export function createSharing(dependencies: SharingDependencies): SharingService {
  const { context, environment, bridge, clipboard, navigation, toast } = dependencies;
  let prepared: readonly ShareParameters[] = [];
  let sharing = false;

  const tellActivity = async (parameters: ShareParameters, channel: ShareChannel | undefined): Promise<boolean> => {
    try {
      return (await parameters.onShared?.(channel)) === true;
    } catch {
      dependencies.onCallbackFailure();
      return false;
    }
  };

  const shareInApp = async (parameters: ShareParameters, link: string) => {
    const { title, description } = parameters;
    const answer = await bridge.call('share', { channels: CHANNELS, title, description, link, image: parameters.image ?? dependencies.image }, { popup: true });
    if (answer.ok) {
      // Without a channel the panel was closed with nothing chosen.
      if (answer.data.channel === undefined) return;
      if (!(await tellActivity(parameters, answer.data.channel))) toast(commonCopy['common.shareOk.toast']);
      return;
    }
    const { error } = answer;
    // A changed mind is no error, and a timeout has its own popup.
    if (isCancel(error) || error.errMessage === timeoutError.errMessage) return;
    toast(error.code === bridgeErrorCode.unsupported ? fill(copy['host.native.unsupported.toast']) : commonCopy['common.shareFail.toast']);
  };

  return {
    prepare(parameters) {
      const own = { ...parameters };
      prepared = [...prepared, own];
      return () => {
        prepared = prepared.filter((other) => other !== own);
      };
    },

    async share() {
      const parameters = prepared.at(-1);
      if (!parameters) return dependencies.onUnprepared();
      if (sharing) return;
      sharing = true;
      try {
        const link = shareLink(dependencies.origin, parameters, context);
        if (environment.inApp) await shareInApp(parameters, link);
        else if (context.wxToken !== '') toast(commonCopy[(await clipboard.copy(link)) ? 'common.copyLink.toast' : 'common.copyLinkFail.toast']);
        else navigation.push('/share', landingQuery[parameters.landing]);
      } finally {
        sharing = false;
      }
    },
  };
}
