import * as v from 'valibot';
import { type RuntimeSettings, runtimeSettingsSchema, SETTINGS_ELEMENT_ID } from '@fridge/shared-contracts';

export type SettingsReading =
  | { ok: true; settings: RuntimeSettings }
  | { ok: false; because: 'missing' | 'notJson' | 'invalid'; detail: string };

/**
 * Reads the runtime settings that the host's origin puts into the page as a JSON data block (architecture, "The
 * registry"). Nothing in the host works without them, so a failure says exactly what is wrong and where.
 */
export function readSettings(document: Pick<Document, 'getElementById'>): SettingsReading {
  const text = document.getElementById(SETTINGS_ELEMENT_ID)?.textContent;
  if (text === undefined || text === null || text.trim() === '') {
    return { ok: false, because: 'missing', detail: `The page has no filled <script id="${SETTINGS_ELEMENT_ID}">.` };
  }
  let raw: unknown;
  try {
    raw = JSON.parse(text);
  } catch (error) {
    return { ok: false, because: 'notJson', detail: String(error) };
  }
  const parsed = v.safeParse(runtimeSettingsSchema, raw);
  if (parsed.success) return { ok: true, settings: parsed.output };
  const detail = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? '(whole)'}: ${issue.message}`).join('; ');
  return { ok: false, because: 'invalid', detail };
}
