// Apart from the schemas of events, which a page loads after its first screen.

/** In every usage event, exactly as specified (spec section 7, "Tracking"). */
export const fixedParameters = {
  appType: 'fridge',
  widgetCategory: 'CA',
  module: 'plugin',
  widgetName: 'T0xCA',
  widgetVersion: '4.0.6',
} as const;

/** Of `localStorage`: usage events that the server hasn't taken yet. */
export const USAGE_EVENTS_KEY = 'usage-events';

/** Random, with its time and the server's signature, for each view of the page (`page-id.ts` of the server). */
export const PAGE_ID = /^[\w-]{43}$/;

/** Events per `POST /track`. */
export const TRACK_BATCH = 50;
