import { type ChildProcess, spawn } from 'node:child_process';

/** A screen of its own for what has no headless mode. */
export type VirtualScreen = { display: string; close(): void };

/** Starts Xvfb on a display that is free. @throws when it doesn't come up */
export async function startVirtualScreen(): Promise<VirtualScreen> {
  const xvfb = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1700x1300x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  });
  const number = await firstLine(xvfb);
  return { display: `:${number}`, close: () => void xvfb.kill('SIGTERM') };
}

function firstLine(xvfb: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let said = '';
    xvfb.once('error', reject);
    xvfb.once('exit', (code) => reject(new Error(`Xvfb ended with ${code}.`)));
    xvfb.stdio[3]?.on('data', (chunk: Buffer) => {
      said += chunk.toString();
      if (said.includes('\n')) resolve(said.trim());
    });
  });
}
