import { randomUUID } from 'node:crypto';
import { fixedParameters } from '@fridge/shared-contracts/page';
import type { RemoteDecision } from '../releases/registry/registry-document.ts';
import { promotions, releases } from '../releases/registry/tables.ts';
import type { TestServer } from './test-server.ts';

/** Registers releases of draw, and gives pages the one that is stable. */
export async function registerDraw(
  { queries, services }: Pick<TestServer, 'queries' | 'services'>,
  { versions, stable }: { versions: readonly string[]; stable?: string },
): Promise<void> {
  const by = { changedBy: 'tester', way: 'command', changedAt: new Date() } as const;
  const description = { title: 'draw', description: '', contract: '3.0', entry: 'remoteEntry.js', routes: ['/draw'] };
  const baseUrl = 'https://draw.example/';
  await queries
    .insert(releases)
    .values(versions.map((version) => ({ name: 'draw', version, baseUrl, description, ...by })));
  if (stable !== undefined)
    await queries.insert(promotions).values({ name: 'draw', version: stable, kind: 'publish', ...by });
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
