import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { previewPaths, SETTINGS_ELEMENT_ID } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { CommandFailed, messageOf } from '../command-failed.ts';
import { type Context, defineCommand, type Options, type Outcome } from '../command.ts';
import { fetchText } from '../fetch-text.ts';
import { loadRelease } from '../load-release.ts';
import { numberText, origin } from '../option-schemas.ts';
import { readRemoteSettings } from '../remote-settings.ts';
import { openTeam } from '../team-request.ts';

const PORT = 'a port, which is a number up to 65535';

const options = {
  host: {
    value: 'URL',
    schema: origin,
    summary: 'shows the remote inside this running host, to you alone; it has to allow previews',
  },
  port: {
    value: 'NUMBER',
    schema: numberText(v.pipe(v.number(PORT), v.maxValue(65_535, PORT))),
    summary: 'of the server on this machine (default: the first free one)',
  },
  backend: {
    conflicts: 'host',
    summary: "answers calls of the team by backend/server.ts, in place of the fake answers, as the product's API would",
  },
  open: { summary: 'opens the page in your browser' },
} as const satisfies Options;

export const dev = defineCommand({
  summary: 'runs the remote while you work on it: alone on the fake host, or with --host inside a running one',
  details: [
    "Alone, the page shows each route with the visitors, environments and skins that you choose; calls get the answers of stand-alone/answers.ts. A saved change is in the page at once (Fast Refresh). The page is the kit's own: of your Vite configuration it takes nothing.",
    'With --host, each save builds the remote as for users and reloads the page of your visit. Your visit alone gets the build and a policy that lets it load from this machine; what others see stays. It ends after 12 hours, when the badge in the page says so, or with the key of your team. It needs a key (npx remote-kit key) that the operators of that host have registered.',
    'Ctrl-C ends it.',
  ],
  options,
  run: (context) => (context.options.host === undefined ? alone(context) : insideHost(context, context.options.host)),
});

type DevContext = Context<typeof options>;

async function alone({ folder, options: { open, port, backend }, progress, signal }: DevContext): Promise<Outcome> {
  const { name, version, routes } = await loadRelease(folder);
  const { serveStandAlone } = await import('../../stand-alone/stand-alone-page.ts');
  const team = backend ? (await readRemoteSettings(folder)).team : undefined;
  const server = await serveStandAlone(folder, port, team).catch((error: unknown) => {
    if (error instanceof CommandFailed) throw error;
    throw new CommandFailed(3, `${name} can't be served: ${messageOf(error)}. Name a free port by --port.`);
  });
  try {
    const url = server.resolvedUrls?.local[0] ?? '';
    const addresses = routes.map(({ path }) => new URL(path, url).href);
    progress.note(`${name} ${version} runs alone, on the fake host:`);
    for (const address of addresses) progress.note(`  ${address}`);
    progress.note('Ctrl-C ends it.');
    if (open) openBrowser(addresses[0] ?? url);
    // Ctrl-C is how it ends, and no failure.
    if (!signal.aborted) await once(signal, 'abort');
    return { lines: [], data: { url } };
  } finally {
    await server.close();
  }
}

async function insideHost(context: DevContext, host: string): Promise<Outcome> {
  const {
    folder,
    options: { open, port },
    progress,
    signal,
  } = context;
  const settings = await readRemoteSettings(folder);
  const { runInsideHost } = await import('../../dev/run-inside-host.ts');
  const api = host === settings.host ? settings.api : await apiOfHost(host, signal);
  const { connection, name } = await openTeam(context, { api });
  let shown = '';
  const onLink = (link: string, expiresAt: number) => {
    shown = link;
    progress.note(`Open it in the browser that is to show ${name}; it opens once, for a visit of its own:`);
    progress.note(`  ${link}`);
    progress.note(
      `The visit ends at ${new Date(expiresAt).toTimeString().slice(0, 5)}, or at ${new URL(previewPaths.end, link).href}`,
    );
    for (const line of browserNotes(new URL(link))) progress.note(line);
    if (open) openBrowser(link);
  };
  await runInsideHost({ folder, name, host, port, connection, onLink });
  return { lines: [], data: { name, host, url: shown } };
}

const settingsSchema = v.pipe(v.string(), v.parseJson(), v.object({ apiBase: v.pipe(v.string(), v.url()) }));

/**
 * Asks a host's page for the API that it works with.
 * @throws CommandFailed: 2 when it is no host of the product, 3 when it can't be reached
 */
async function apiOfHost(host: string, signal: AbortSignal): Promise<string> {
  const { text: page } = await fetchText(host, '--host', { limitMs: 10_000, signal });
  const [, block = ''] = new RegExp(`id="${SETTINGS_ELEMENT_ID}">([^<]*)<`).exec(page) ?? [];
  const settings = v.safeParse(settingsSchema, block);
  if (settings.success) return new URL(settings.output.apiBase).origin;
  throw new CommandFailed(
    2,
    `${host} is no host of the product: its page has no settings. Name the address that users open.`,
  );
}

/** What browsers ask of a page that loads from this machine. */
function browserNotes({ protocol, hostname }: URL): string[] {
  if (hostname === 'localhost' || hostname === '127.0.0.1') return [];
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

const openers: Partial<Record<NodeJS.Platform, [command: string, ...args: string[]]>> = {
  darwin: ['open'],
  // `start` of cmd would end the address at its first `&`.
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in the user's browser. What the system can't open is left to the user, who has the address. */
function openBrowser(url: string): void {
  const [command, ...args] = openers[process.platform] ?? ['xdg-open'];
  const opener = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  opener.on('error', () => undefined);
  opener.unref();
}
