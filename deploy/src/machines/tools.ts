import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ENVIRONMENT } from './machine.ts';

export const execute = promisify(execFile);
export const ip = (...words: readonly string[]) => execute('ip', [...words]);

/** What this machine lacks for booting others, by package or right; empty if nothing. */
export function missingForMachines(): readonly string[] {
  const tools = { 'systemd-nspawn': 'systemd-container', ip: 'iproute2', nsenter: 'util-linux', mount: 'mount' };
  const folders = ENVIRONMENT.PATH.split(':');
  const packages = Object.entries(tools)
    .filter(([tool]) => !folders.some((folder) => existsSync(join(folder, tool))))
    .map(([, name]) => name);
  if (!existsSync('/lib/systemd/systemd')) packages.push('systemd');
  return [...(process.getuid?.() === 0 ? [] : ['root']), ...packages];
}
