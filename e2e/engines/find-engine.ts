import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import type { Engine } from './engine-page.ts';
import { startFirefox } from './firefox/firefox-engine.ts';
import { startWebKit } from './webkit/webkit-engine.ts';

export const engineNames = ['webkit', 'firefox'] as const;
export type EngineName = (typeof engineNames)[number];

/** An engine that can be started, or what to install for it. */
export type FoundEngine = { start: () => Promise<Engine> } | { missing: string };

/** The system's own: another Python wouldn't see the system's bindings of GTK. */
const PYTHON = '/usr/bin/python3';
const FIREFOX_PATHS = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];

/** Looks for an engine on this machine. `FIREFOX_PATH` names another Firefox. */
export function findEngine(name: EngineName): FoundEngine {
  return name === 'webkit' ? findWebKit() : findFirefox();
}

function findWebKit(): FoundEngine {
  const lacking = [
    ['WebKitWebDriver', 'webkit2gtk-driver'],
    ['Xvfb', 'xvfb'],
    [PYTHON, 'python3-gi'],
  ].filter(([program = '']) => spawnSync('which', [program]).status !== 0);
  if (
    lacking.length === 0 &&
    spawnSync(PYTHON, ['-c', "import gi; gi.require_version('WebKit2', '4.1')"]).status !== 0
  ) {
    lacking.push(['gi', 'python3-gi gir1.2-webkit2-4.1']);
  }
  if (lacking.length === 0) return { start: startWebKit };
  return { missing: `WebKitGTK isn't here: apt-get install ${lacking.map(([, packages]) => packages).join(' ')}` };
}

function findFirefox(): FoundEngine {
  const path = [process.env['FIREFOX_PATH'] ?? '', ...FIREFOX_PATHS].find(
    (candidate) => candidate !== '' && existsSync(candidate),
  );
  return path === undefined
    ? { missing: "Firefox isn't here: apt-get install firefox-esr" }
    : { start: () => startFirefox(path) };
}
