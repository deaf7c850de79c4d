import * as v from 'valibot';
import { matching, objectOf, someText, textUpTo } from '../contract/fields.ts';
import { windowsSchema } from '../contract/windows.ts';
import { signerNames } from './signing.ts';

/** A URL's host may have `;` and `,` too, which would end a source in the page's policy. */
export const hasPlainHost = ({ hostname }: URL): boolean => /^([\w.-]+|\[[\da-f:.]+\])$/.test(hostname);

/** Never `javascript:` or `data:`. */
const httpUrl = v.pipe(
  v.string(),
  v.check((text) => /^https?:$/.test(protocolOf(text)) && hasPlainHost(new URL(text)), 'an http or https address'),
);
const origin = v.pipe(
  httpUrl,
  v.transform((text) => new URL(text).origin),
);

/** Placeholders, like `product`. */
const APP_SCHEMES: readonly string[] = ['companionapp:', 'mallapp:'];
const appAddress = v.pipe(
  v.string(),
  v.check(
    (text) => /^https?:$/.test(protocolOf(text)) || APP_SCHEMES.includes(protocolOf(text)),
    `an http or https address, or one of ${APP_SCHEMES.join(' ')}`,
  ),
);

function protocolOf(text: string): string {
  try {
    return new URL(text).protocol;
  } catch {
    return '';
  }
}

const opaqueName = matching(/^[\w-]{1,64}$/);

/** Of the encrypted parameters of `source=meijuReport`. */
const reportLinkKey = v.pipe(v.string(), v.length(16));

/**
 * Changeable without a build, in a JSON block of the page. All public: keys here are friction, not secrets (domain,
 * "Signing").
 */
export const runtimeSettingsSchema = v.object({
  apiBase: origin,
  signing: v.object({ signer: v.picklist(signerNames), key: v.pipe(v.string(), v.minLength(16)) }),
  reportLinkKey,
  /** Former ones, or the next one: links made with them open too. */
  reportLinkKeysAccepted: v.optional(v.array(reportLinkKey), []),
  /** By the setting that a call names. */
  activity2023: objectOf(opaqueName, matching(/^[A-Za-z]\w{0,63}$/)),
  /** App download (QR code), coupon and shop pages. */
  downloadPage: httpUrl,
  couponPage: httpUrl,
  /** Of the app's web view that shows the coupon page. */
  couponTitle: v.optional(textUpTo(40), ''),
  shopPage: httpUrl,
  /**
   * A universal link or app-scheme address; `{link}` is the activity's encoded link. `null`: the share page offers only
   * the download.
   */
  appLink: v.nullish(appAddress, null),
  /** Origins that may frame the host and post messages to it. */
  allowedOrigins: v.array(origin),
  remoteOrigins: v.array(origin),
  /**
   * `endpoint` takes batches like the server's `POST /track`. `analytics` is the event-analytics script, started with
   * the fixed app id and channel (spec section 7).
   */
  tracking: v.object({
    enabled: v.boolean(),
    endpoint: v.nullable(httpUrl),
    analytics: v.nullish(v.object({ script: httpUrl, appId: someText }), null),
  }),
  windows: windowsSchema,
});
export type RuntimeSettings = v.InferOutput<typeof runtimeSettingsSchema>;

/**
 * Merges an operator's values over the defaults: `{ windows: { draw: { end } } }` changes one end. Lists and
 * non-objects are replaced.
 */
export function mergeSettings(defaults: unknown, own: unknown): unknown {
  if (!isRecord(defaults) || !isRecord(own)) return own === undefined ? defaults : own;
  return Object.fromEntries(
    Object.entries({ ...defaults, ...own }).map(([name, value]) => [
      name,
      Object.hasOwn(defaults, name) ? mergeSettings(defaults[name], value) : value,
    ]),
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
