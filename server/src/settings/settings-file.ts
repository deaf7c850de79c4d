import { readFileSync, statSync } from 'node:fs';
import { runtimeSettingsSchema } from '@fridge/shared-contracts';
import * as v from 'valibot';
import type { ServerSettings } from './server-settings.ts';

/** An edit takes effect within this time. */
const CHECK_EVERY_MS = 1_000;

export interface SettingsSource {
  current(): ServerSettings;
}

/**
 * The settings of `var/settings.json`, read again when the file changes. A file that is half written or doesn't fit
 * the schema changes nothing: the last good settings stay, as they do in the host's origin, which reads the same file
 * by the same schema.
 * @param report told once per change of the file, with what was wrong or `null` for a good one
 */
export function settingsFile(path: string, fallback: ServerSettings, report: (problem: string | null) => void, now: () => number = Date.now): SettingsSource {
  let settings = fallback;
  let seen = '';
  let checkedAt = Number.NEGATIVE_INFINITY;
  return {
    current() {
      if (now() - checkedAt >= CHECK_EVERY_MS) {
        checkedAt = now();
        const stamp = stampOf(path);
        if (stamp !== seen) {
          seen = stamp;
          const read = stamp === '' ? null : readSettings(path);
          if (read !== null) report('problem' in read ? read.problem : null);
          if (read !== null && 'settings' in read) settings = read.settings;
        }
      }
      return settings;
    },
  };
}

/** Changes whenever the file does; empty when there is none. */
function stampOf(path: string): string {
  const stat = statSync(path, { throwIfNoEntry: false, bigint: true });
  return stat === undefined ? '' : `${stat.ino}/${stat.size}/${stat.mtimeNs}`;
}

function readSettings(path: string): { settings: ServerSettings } | { problem: string } {
  try {
    const parsed = v.safeParse(runtimeSettingsSchema, JSON.parse(readFileSync(path, 'utf8')));
    if (parsed.success) return { settings: parsed.output };
    return { problem: parsed.issues.map((issue) => v.getDotPath(issue) ?? 'the whole file').join(', ') };
  } catch {
    return { problem: 'not readable as JSON' };
  }
}
