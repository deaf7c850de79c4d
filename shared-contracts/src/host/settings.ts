import * as v from 'valibot';
import { windowsSchema } from '../contract/windows.ts';
import { signerNames } from './signing.ts';

/** A web address that a page may be sent to or a request may go to: never `javascript:` or `data:`. */
const httpUrl = v.pipe(v.string(), v.check((text) => /^https?:$/.test(protocolOf(text)), 'an http or https address'));
const origin = v.pipe(httpUrl, v.transform((text) => new URL(text).origin));

/** The schemes that our own apps register with a phone; placeholders, as their names are (`product`). */
const APP_SCHEMES: readonly string[] = ['companionapp:', 'mallapp:'];
const appAddress = v.pipe(
  v.string(),
  v.check((text) => /^https?:$/.test(protocolOf(text)) || APP_SCHEMES.includes(protocolOf(text)), `an http or https address, or one of ${APP_SCHEMES.join(' ')}`),
);

/** `https:` and its like; empty for what isn't an address. */
function protocolOf(text: string): string {
  try {
    return new URL(text).protocol;
  } catch {
    return '';
  }
}

const opaqueName = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/));

/**
 * What an operator may change without a build. The host's origin puts it into the page as a JSON block, so it
 * costs no request. Everything in it is public: keys here are friction, not secrets (domain, "Signing").
 */
export const runtimeSettingsSchema = v.object({
  /** Origin of the fridge backend. */
  apiBase: origin,
  signing: v.object({ signer: v.picklist(signerNames), key: v.pipe(v.string(), v.minLength(16)) }),
  /** Key of the encrypted parameters of `source=meijuReport`, 16 characters. */
  reportLinkKey: v.pipe(v.string(), v.length(16)),
  /** Opaque names of the 2023 activity server's calls, by the setting that a call's path names. */
  activity2023: v.record(v.pipe(v.string(), v.regex(/^[A-Za-z]\w{0,63}$/)), opaqueName),
  /** Where the app is downloaded (the QR code), the coupon is taken and the shop stands. */
  downloadPage: httpUrl,
  couponPage: httpUrl,
  shopPage: httpUrl,
  /**
   * Opens the app from a phone's browser: its universal link, or an address of its own scheme. `{link}` in it stands for
   * the encoded link of the activity to open. `null`: the share page offers the download page alone.
   */
  appLink: v.optional(v.nullable(appAddress), null),
  /** Origins that may frame the host and post messages to it. */
  allowedOrigins: v.array(origin),
  /** Origins that remotes may be loaded from. */
  remoteOrigins: v.array(origin),
  /**
   * Usage events. `endpoint` takes batches as `POST /track` of the server does. `analytics` names the script of the
   * event-analytics service, which is then loaded and started with the fixed app id and channel (spec section 7).
   */
  tracking: v.object({
    enabled: v.boolean(),
    endpoint: v.nullable(httpUrl),
    analytics: v.optional(v.nullable(v.object({ script: httpUrl, appId: v.pipe(v.string(), v.minLength(1)) })), null),
  }),
  /** Periods by name, see `windowsSchema`. */
  windows: windowsSchema,
});
export type RuntimeSettings = v.InferOutput<typeof runtimeSettingsSchema>;
