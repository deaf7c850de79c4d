import * as v from 'valibot';
import { boolean, matching, objectOf, someText, text, textUpTo } from '../contract/fields.ts';
import { windowsSchema } from '../contract/windows.ts';
import { signerNames } from './signing.ts';

/** Never `javascript:` or `data:`. A URL's host may have `;` and `,`, which would end a source in the page's policy. */
export const isWebAddress = ({ protocol, hostname }: URL): boolean =>
  /^https?:([\w.-]+|\[[\da-f:.]+\])$/.test(protocol + hostname);

const HTTP = 'an http or https address';
const origin = v.pipe(
  text,
  v.url(HTTP),
  v.transform((address) => new URL(address)),
  v.check(isWebAddress, HTTP),
  v.transform((url) => url.origin),
);
const httpUrl = v.pipe(
  text,
  v.check((address) => v.is(origin, address), HTTP),
);

/** Schemes of the apps are placeholders, like `product`. */
const APP_MESSAGE = `${HTTP}, or one of companionapp: mallapp:`;
const appAddress = v.pipe(text, v.url(APP_MESSAGE), v.regex(/^(?:https?|companionapp|mallapp):/i, APP_MESSAGE));

/** Of the encrypted parameters of `source=meijuReport`. */
const reportLinkKey = v.pipe(text, v.length(16));

/**
 * Changeable without a build, in a JSON block of the page. All public: keys here are friction, not secrets (domain,
 * "Signing").
 */
export const runtimeSettingsSchema = v.object({
  apiBase: origin,
  signing: v.object({ signer: v.picklist(signerNames), key: v.pipe(text, v.minLength(16)) }),
  reportLinkKey,
  /** Former ones, or the next one: links made with them open too. */
  reportLinkKeysAccepted: v.optional(v.array(reportLinkKey), []),
  /** By the setting that a call names. */
  activity2023: objectOf(matching(/^[\w-]{1,64}$/), matching(/^[A-Za-z]\w{0,63}$/)),
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
    enabled: boolean,
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
    Object.entries({ ...defaults, ...own }).map(([name, value]) => [name, mergeSettings(defaults[name], value)]),
  );
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
