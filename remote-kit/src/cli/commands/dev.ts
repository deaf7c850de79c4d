import { once } from 'node:events';
import { CommandFailed, messageOf } from '../command-failed.ts';
import { type Context, defineCommand, type Options, type Outcome } from '../command.ts';
import { loadRelease } from '../load-release.ts';

const options = {
  host: {
    type: 'string',
    value: 'URL',
    summary: 'shows the remote inside this running host, to you alone; it has to allow previews',
  },
  port: { type: 'string', value: 'NUMBER', summary: 'of the server on this machine (default: the first free one)' },
  open: { type: 'boolean', summary: 'opens the page in your browser' },
} as const satisfies Options;

export const dev = defineCommand({
  summary: 'runs the remote while you work on it: alone on the fake host, or with --host inside a running one',
  usage: 'dev [--host URL] [--port NUMBER] [--open]',
  details: [
    "Alone, the page shows each route with the visitors, environments and skins that you choose; calls get the answers of stand-alone/answers.ts. A saved change is in the page at once (Fast Refresh). The page is the kit's own: of your Vite configuration it takes nothing.",
    'With --host, each save builds the remote as for users and reloads the page of your visit. Your visit alone gets the build and a policy that lets it load from this machine; what others see stays. It ends after 12 hours, when the badge in the page says so, or with the key of your team. It needs a key (remote-kit key) that the operators of that host have registered.',
    'Ctrl-C ends it.',
  ],
  options,
  run: (context) => (context.options.host === undefined ? alone(context) : insideHost(context, context.options.host)),
});

type DevContext = Context<typeof options>;

async function alone({ folder, options: { port, open }, progress, signal }: DevContext): Promise<Outcome> {
  const wanted = port === undefined ? undefined : readPort(port);
  const { name, version, routes } = await loadRelease(folder);
  const { runAlone } = await import('../../dev/run-alone.ts');
  const running = await runAlone(folder, wanted).catch((error: unknown) => {
    throw new CommandFailed(3, `${name} can't be served: ${messageOf(error)}. Name a free port by --port.`);
  });
  try {
    const addresses = routes.map(({ path }) => new URL(path, running.url).href);
    progress.note(`${name} ${version} runs alone, on the fake host:`);
    for (const address of addresses) progress.note(`  ${address}`);
    progress.note('Ctrl-C ends it.');
    if (open) await openPage(addresses[0] ?? running.url);
    await untilStopped(signal);
    return { lines: [], data: { url: running.url } };
  } finally {
    await running.close();
  }
}

async function insideHost(_context: DevContext, _host: string): Promise<Outcome> {
  throw new CommandFailed(2, 'dev --host is not there yet.');
}

async function openPage(url: string): Promise<void> {
  const { openBrowser } = await import('../../dev/open-browser.ts');
  openBrowser(url);
}

/** Ctrl-C is how it ends, and no failure. */
async function untilStopped(signal: AbortSignal): Promise<void> {
  if (!signal.aborted) await once(signal, 'abort');
}

function readPort(text: string): number {
  const port = Number(text);
  if (/^\d{1,5}$/.test(text) && port <= 65_535) return port;
  throw new CommandFailed(2, `--port ${text} is no port: a number up to 65535.`);
}
