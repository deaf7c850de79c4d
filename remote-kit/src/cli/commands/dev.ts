import { once } from 'node:events';
import { previewPaths } from '@fridge/shared-contracts/page';
import { CommandFailed, messageOf } from '../command-failed.ts';
import { type Context, defineCommand, type Options, type Outcome } from '../command.ts';
import { loadRelease } from '../load-release.ts';
import { readRemoteSettings } from '../remote-settings.ts';
import { connect } from '../team-connection.ts';

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
    'With --host, each save builds the remote as for users and reloads the page of your visit. Your visit alone gets the build and a policy that lets it load from this machine; what others see stays. It ends after 12 hours, when the badge in the page says so, or with the key of your team. It needs a key (npx remote-kit key) that the operators of that host have registered.',
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

async function insideHost(context: DevContext, given: string): Promise<Outcome> {
  const { folder, options: wanted, progress, signal } = context;
  const port = wanted.port === undefined ? undefined : readPort(wanted.port);
  const host = readHost(given);
  const settings = await readRemoteSettings(folder);
  const [{ runInsideHost }, { apiOfHost }] = await Promise.all([
    import('../../dev/run-inside-host.ts'),
    import('../../dev/host-api.ts'),
  ]);
  const api = host === settings.host ? settings.api : await apiOfHost(host, signal);
  const connection = await connect(context, { api });
  const { name } = await loadRelease(folder);
  let shown = '';
  const onLink = (url: string, expiresAt: number) => {
    shown = url;
    progress.note(`Open it in the browser that is to show ${name}; it opens once, for a visit of its own:`);
    progress.note(`  ${url}`);
    progress.note(
      `The visit ends at ${new Date(expiresAt).toTimeString().slice(0, 5)}, or at ${new URL(previewPaths.end, url).href}`,
    );
    for (const line of browserNotes(new URL(url))) progress.note(line);
    if (wanted.open) void openPage(url);
  };
  await runInsideHost({ folder, name, host, port, connection, onLink });
  return { lines: [], data: { name, host, url: shown } };
}

/** What browsers ask of a page that loads from this machine. */
function browserNotes({ protocol, hostname }: URL): string[] {
  if (isLoopback(hostname)) return [];
  if (protocol === 'https:') {
    return [
      'Chrome asks whether this site may reach apps on your device: allow it. Safari loads nothing from http://localhost',
      'into an https page: use Chrome, Edge or Firefox.',
    ];
  }
  return [
    'Chrome lets a plain http page of another machine load nothing from yours: open the host by https, or by localhost.',
  ];
}

const isLoopback = (hostname: string): boolean => hostname === 'localhost' || hostname === '127.0.0.1';

function readHost(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (url !== null && /^https?:$/.test(url.protocol)) return url.origin;
  throw new CommandFailed(2, `--host ${text} is no address of http or https, such as https://activities.example.`);
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
