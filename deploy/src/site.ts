import { execFile, spawn } from 'node:child_process';
import { mkdir, readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { writeRelease } from '../../ops/src/release.ts';
import { type Certificate, makeCertificate } from './authority.ts';
import type { Machine } from './machines/machine.ts';
import type { Network } from './machines/network.ts';
import { passArchive } from './machines/pass-files.ts';
import { ownNamesCommand, runStep, stepsOf } from './steps.ts';

/** Of the site that docs/deploy.md makes, in place of the page's `activities.example`. */
export const DOMAIN = 'activities.test';
export const names = {
  host: DOMAIN,
  api: `api.${DOMAIN}`,
  pictures: `pictures.${DOMAIN}`,
  releases: `releases.${DOMAIN}`,
  remotes: `remotes.${DOMAIN}`,
  operations: `operations.${DOMAIN}`,
} as const;

export const originOf = (name: keyof typeof names): string => `https://${names[name]}`;

/** Of the repository. */
export const pages = {
  deploy: join(import.meta.dirname, '../../docs/deploy.md'),
  patroni: join(import.meta.dirname, '../patroni/README.md'),
  runbook: join(import.meta.dirname, '../../docs/runbook.md'),
} as const;
const INSTALL_LIMIT_MS = 120_000;
/** User and group, which the machines don't have. */
const BUILDER = '1000:1000';

/** What a machine needs before the first command of docs/deploy.md: the release, and what the authority sent. */
export type Supplies = { release: string; certificate: Certificate };

/**
 * Writes a release as `npm run release` does, installs its libraries, and makes a certificate.
 * @param folder an empty one
 */
export async function prepareSupplies(folder: string, print: (line: string) => void): Promise<Supplies> {
  const release = join(folder, '1.0.0');
  await writeRelease(release, () => undefined);
  const words = 'ci --omit=dev --prefer-offline --no-audit --no-fund --loglevel=error'.split(' ');
  await promisify(execFile)('npm', words, { cwd: release, timeout: INSTALL_LIMIT_MS });
  // As a person builds it whose files a group may write.
  await promisify(execFile)('chown', ['-R', BUILDER, release]);
  await promisify(execFile)('chmod', ['-R', 'g+w', release]);
  print('the release is written, its libraries are installed');
  const tls = join(folder, 'tls');
  await mkdir(tls);
  return { release, certificate: await makeCertificate(tls, Object.values(names)) };
}

/** What lies on a machine before docs/deploy.md begins there. */
export async function supply(machine: Machine, { release, certificate }: Supplies): Promise<void> {
  await bringRelease(machine, release);
  const { fullchain, privkey, authority } = certificate;
  for (const file of [fullchain, privkey, authority]) await machine.copy(file, `/root/${file.split('/').at(-1)}`);
}

/** Does what docs/deploy.md does where the release was built. */
export async function bringRelease(machine: Machine, release: string): Promise<void> {
  const page = await readFile(pages.deploy, 'utf8');
  const [, pack = '', unpack] = /^tar -C \/tmp (-c .*) \\\n {2}\| ssh root@web1 '(.*)'$/m.exec(page) ?? [];
  if (unpack === undefined) throw new Error('docs/deploy.md has no command that brings a release to a machine.');
  await passArchive(spawn('tar', ['-C', dirname(release), ...pack.split(' ')]), machine, unpack);
}

/** Boots `web1`, gives it all names and does what docs/deploy.md says under "One machine". */
export async function openSite(network: Network, supplies: Supplies, print: (line: string) => void): Promise<Machine> {
  const web1 = await network.boot('web1');
  for (const name of Object.values(names)) await network.name(name, web1);
  await supply(web1, supplies);
  await follow('One machine', [web1], print);
  return web1;
}

/**
 * Does what a page says in a chapter, docs/deploy.md unless another is named, on those of its machines that are given.
 */
export async function follow(
  chapter: string,
  machines: readonly Machine[],
  print: (line: string) => void,
  {
    page = pages.deploy,
    only = () => true,
    as = {},
    change = (script) => script,
  }: {
    page?: string;
    only?: (heading: string) => boolean;
    as?: Readonly<Record<string, string>>;
    /** What a page marks as a site's own, or tells beside the commands. */
    change?: (script: string) => string;
  } = {},
) {
  const steps = stepsOf(await readFile(page, 'utf8')).filter((step) => step.chapter === chapter && only(step.heading));
  if (steps.length === 0) throw new Error(`${page} has no such steps under "${chapter}".`);
  const ownNames = ownNamesCommand(await readFile(pages.deploy, 'utf8'), DOMAIN);
  for (const step of steps) {
    const began = performance.now();
    const places = new Set(step.machines.map((name) => as[name] ?? name));
    for (const machine of machines.filter(({ name }) => places.has(name))) {
      await runStep({ ...step, script: change(step.script) }, machine);
      await machine.sh(ownNames);
    }
    print(`${step.heading} (${Math.round(performance.now() - began)} ms)`);
  }
}
