import { readHealth } from '../health/read-health.ts';
import { listed, readRegistry } from '../registry/listed-remote.ts';
import { decidedOf } from '../registry/registry-document.ts';
import type { Services } from '../services.ts';
import type { TeamDone } from './answer-team.ts';
import { requireOwn } from './own-remote.ts';
import { TeamRefused } from './team-refused.ts';
import type { VerifiedRequest } from './verify-team-request.ts';

/** Tells a team what operators are told of its remote. @throws TeamRefused */
export async function healthForTeam(
  { by, request: { name, hours } }: VerifiedRequest<'health'>,
  services: Services,
): Promise<TeamDone> {
  await requireOwn({ by, name }, services.queries);
  const registry = await readRegistry(services);
  if (decidedOf(name, registry.document) === null) {
    const text = `Users have had no release of ${name} yet: npx remote-kit publish gives them the first.`;
    throw new TeamRefused([{ kind: 'noRelease', text }], by, { name });
  }
  return { by, outcome: 'unchanged', told: { name }, data: await readHealth(listed(name, registry), hours, services) };
}
