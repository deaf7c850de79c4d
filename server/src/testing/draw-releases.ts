import { randomUUID } from 'node:crypto';
import { fixedParameters } from '@fridge/shared-contracts/page';
import type { RemoteDecision } from '../releases/registry/registry-document.ts';
import { insertPromotion, insertRelease } from '../releases/registry/releases.ts';
import type { TestServer } from './test-server.ts';

const described = {
  name: 'draw',
  title: 'draw',
  description: '',
  contract: '3.0',
  entry: 'remoteEntry.js',
  scripts: [{ file: 'remoteEntry.js', integrity: `sha384-${'a'.repeat(64)}`, bytes: 1 }],
  styles: [],
  routes: ['/draw'],
  picture: null,
  bridge: [],
  requires: [],
  calls: [],
  publicParameters: [],
};

/** Registers releases of draw, and gives pages the one that is stable. */
export async function registerDraw(
  { queries, services, clock }: Pick<TestServer, 'queries' | 'services' | 'clock'>,
  { versions, stable }: { versions: readonly string[]; stable?: string },
): Promise<void> {
  const by = { by: 'tester', why: '', way: 'command' } as const;
  for (const version of versions)
    await insertRelease(queries, { release: { ...described, version }, baseUrl: 'https://draw.example/' }, by, clock);
  if (stable !== undefined) await insertPromotion(queries, { name: 'draw', version: stable }, by, clock);
  await services.registry.refresh();
}

let made = 0;
/** The tag of a visitor like no other. */
export const newTag = (): string => Buffer.from(`${(made += 1)}`.padStart(8)).toString('base64url');

/** As an operator does by hand; draw is on, and pages get the latest release of it. */
export async function decideDraw(
  { services }: Pick<TestServer, 'services'>,
  decision: Partial<RemoteDecision> = {},
): Promise<void> {
  const remotes = { draw: { enabled: true, release: 'latest', ...decision } };
  const by = { by: 'tester', why: '', way: 'command' } as const;
  await services.configuration.change('registry', by, () => JSON.stringify({ version: 2, remotes }));
  await services.registry.refresh();
}

const phases = { entry: 120, screen: 30, styles: 80, render: 4 };

/** What a page sends of draw 1.5.0, or of what `over` says. */
const eventOf = (pageId: string | undefined, over: object) => ({
  id: randomUUID(),
  at: Date.now(),
  ...fixedParameters,
  page: '/draw',
  pageId,
  remote: 'draw',
  version: '1.5.0',
  ...over,
});
export const opened = (pageId: string | undefined, over: object = {}) =>
  eventOf(pageId, { event: 'open', phases, ...over });
export const threw = (pageId: string | undefined, over: object = {}) =>
  eventOf(pageId, { event: 'failure', phase: 'render', reason: 'threw', ...over });
export const measured = (pageId: string, over: object) => eventOf(pageId, { event: 'vitals', ...over });
