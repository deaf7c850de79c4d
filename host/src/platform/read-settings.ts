import * as v from 'valibot';
import type { Visibility } from '@fridge/shared-contracts';
import {
  parseJson,
  type RuntimeSettings,
  runtimeSettingsSchema,
  SETTINGS_ELEMENT_ID,
} from '@fridge/shared-contracts/page';
import { createStore } from 'zustand/vanilla';
import { createTracker } from './tracking/tracker.ts';

type Tracking = RuntimeSettings['tracking'];

/** @param tracking `null` if this part is invalid too */
const broken = (reason: 'missing' | 'malformed', detail: string, tracking: Tracking | null = null) =>
  ({ ok: false, reason, detail, tracking }) as const;

/** Reads the page's JSON block (architecture, "The registry"). */
export function readSettings(text: string) {
  if (text.trim() === '') return broken('missing', `The page has no filled <script id="${SETTINGS_ELEMENT_ID}">.`);
  const raw = parseJson(text);
  const parsed = v.safeParse(runtimeSettingsSchema, raw);
  if (parsed.success) return { ok: true, settings: parsed.output } as const;
  const detail = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? '(whole)'}: ${issue.message}`).join('; ');
  const tracking = v.safeParse(v.pick(runtimeSettingsSchema, ['tracking']), raw);
  return broken('malformed', detail, tracking.success ? tracking.output.tracking : null);
}

/** Without settings there is no platform to send the event. */
export function reportBrokenSettings(
  { reason, tracking }: ReturnType<typeof broken>,
  window: Window,
  fetch: typeof globalThis.fetch,
): void {
  const tracker = createTracker({
    settings: tracking ?? { enabled: false, endpoint: null, analytics: null },
    window,
    visibility: createStore<Visibility>(() => 'visible'),
    fetch,
    now: Date.now,
    pageName: () => 'unknown',
  });
  tracker.start();
  tracker.reportFailure({ remote: 'host', version: 'unknown', phase: 'settings', reason });
}
