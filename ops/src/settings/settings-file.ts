import { existsSync, readFileSync, statSync } from 'node:fs';
import * as v from 'valibot';
import { type RuntimeSettings, runtimeSettingsSchema } from '@fridge/shared-contracts';
import { writeAtomically } from '../registry/registry-file.ts';

export interface LiveSettings {
  current(): RuntimeSettings;
  /** What is wrong with the operator's file at the moment, fit to print; `null` when nothing is. */
  problem(): string | null;
}

/**
 * The settings in force: the defaults with the operator's `settings.json` laid over them, field by field at the top
 * level. The file is looked at on each use; a broken one leaves the last good settings in force. What is in force
 * is also written to `effectivePath`, where the server reads it.
 */
export async function openSettings(defaults: RuntimeSettings, operatorPath: string, effectivePath: string): Promise<LiveSettings> {
  if (!existsSync(operatorPath)) await writeAtomically(operatorPath, '{}\n');
  let inForce = defaults;
  let problem: string | null = null;
  let seen = '';
  const writeEffective = () => writeAtomically(effectivePath, `${JSON.stringify(inForce, null, 2)}\n`);
  const refresh = () => {
    const stamp = changeStamp(operatorPath);
    if (stamp === seen) return;
    seen = stamp;
    const read = overlay(defaults, operatorPath);
    if (typeof read === 'string') {
      problem = read;
      return;
    }
    inForce = read;
    problem = null;
    void writeEffective();
  };
  refresh();
  await writeEffective();
  return {
    current: () => {
      refresh();
      return inForce;
    },
    problem: () => {
      refresh();
      return problem;
    },
  };
}

function overlay(defaults: RuntimeSettings, path: string): RuntimeSettings | string {
  let own: unknown;
  try {
    own = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    return `${path} isn't JSON (${error instanceof Error ? error.message : 'unreadable'}); the last good settings stay in force.`;
  }
  const parsed = v.safeParse(runtimeSettingsSchema, { ...defaults, ...(v.is(v.record(v.string(), v.unknown()), own) ? own : {}) });
  if (parsed.success) return parsed.output;
  const issues = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? '(whole)'}: ${issue.message}`).join('; ');
  return `${path} doesn't fit (${issues}); the last good settings stay in force.`;
}

function changeStamp(path: string): string {
  try {
    const info = statSync(path);
    return `${info.mtimeMs}:${info.size}`;
  } catch {
    return 'missing';
  }
}
