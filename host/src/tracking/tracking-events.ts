/** Every usage event and what it carries: names of screens, buttons and remotes, never anything about a user. */
export type TrackingEvents = {
  pageView: { path: string };
  click: { path: string; name: string };
  /** Sharing was asked for before its parameters were prepared (spec section 8). */
  unpreparedShare: { path: string };
  /** An activity didn't open: which phase failed. */
  remoteFailed: { path: string; remote: string; phase: string };
  /** An activity's screen threw while drawing. */
  remoteCrashed: { path: string };
  /** A callback that an activity gave the host threw. */
  callbackFailed: { path: string; callback: string };
};
export type TrackingEventName = keyof TrackingEvents;

/** Ids that may leave the page: short words, so that no free text and no address can slip into an event. */
const SAFE_VALUE = /^[\w./-]{1,64}$/;

/** @returns whether an event carries nothing but short ids */
export function isSafeEvent(values: Readonly<Record<string, string>>): boolean {
  return Object.values(values).every((value) => SAFE_VALUE.test(value) && !/\d{7,}/.test(value));
}
