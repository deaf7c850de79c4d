import { promotions, releases } from '../registry/tables.ts';
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
