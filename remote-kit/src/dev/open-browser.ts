import { spawn } from 'node:child_process';

/** Opens an address in the user's browser. What the system can't open is left to the user, who has the address. */
export function openBrowser(url: string): void {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  opener.on('error', () => undefined);
  opener.unref();
}

const openers: Partial<Record<NodeJS.Platform, [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  // `start` of cmd would end the address at its first `&`.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};
