import { contractText } from '@fridge/shared-contracts';
import { compatibility, previewPaths } from '@fridge/shared-contracts/page';
import type { Release } from '@fridge/shared-contracts/team';
import { Refused } from '../../commands/refused.ts';
import type { Context } from '../../commands/table.ts';
import { record } from '../../history/events.ts';
import { placeProblems } from '../publish/place-problems.ts';
import { descriptionProblems, readDescription } from '../publish/read-release.ts';
import { type ReleaseProblem, ReleaseRefused } from '../release-refused.ts';
import { routedInAll } from '../registry/resolve-registry.ts';
import type { Services } from '../../program/services.ts';
import { addressProblem, ownershipProblems } from '../teams/ownership-problems.ts';
import { holderOf, type NamedTeam, teamOf, teamsInForce } from '../teams/read-teams.ts';
import { isPreviewOrigin } from './preview-origins.ts';
import { storePreview } from './previews.ts';

const SWITCHED_OFF =
  'This host shows no previews. Ask its operators to allow them: the setting "previews": true (docs/operations.md, ' +
  '"Previews of teams").';

/**
 * Lets a developer see a build inside this host. Its description is judged as if it were published; its files are on
 * the developer's machine, where this server asks for nothing.
 * @throws ReleaseRefused with every reason
 */
export async function makePreview(
  { release: described, address: baseUrl, id }: { release: string; address: string; id: string | null },
  context: Context,
) {
  const { settings, queries, clock, environment, team } = context;
  if (team === undefined) throw new Refused('A preview is made with the key of a team: remote-kit dev --host');
  if (!settings.current().previews) throw new ReleaseRefused([{ kind: 'previews', text: SWITCHED_OFF }]);
  const description = Buffer.from(described);
  const release = await readDescription({ baseUrl, description, read: () => Promise.reject(new Error('not served')) });
  const { name, version } = release;
  const about = { name, version };
  const problems = previewProblems(release, baseUrl, team.team, context);
  if (problems.length > 0) throw new ReleaseRefused(problems, { about });
  const stored = await storePreview(queries, team, { release, baseUrl, id }, clock.real());
  if (stored === null) {
    const text = 'The preview of this id is another remote\'s. Start "remote-kit dev --host" again.';
    throw new ReleaseRefused([{ kind: 'name', text }], { about });
  }
  if (stored.isNew) await record(queries, context, clock, { about: [name, team.team] });
  const url = `${environment.PUBLIC_HOST_ORIGIN}${previewPaths.below}${stored.link}`;
  return { ...about, id: stored.id, url, expiresAt: stored.expiresAt };
}

function previewProblems(
  release: Release,
  baseUrl: string,
  sender: string,
  { registry, configuration, settings }: Services,
): ReleaseProblem[] {
  const teams = teamsInForce(configuration);
  const team = teamOf(teams, sender);
  const { document, records } = registry.reading();
  const others = routedInAll(document, records);
  const wrongAddress = addressProblem(baseUrl);
  return [
    ...(wrongAddress === null ? originProblems(baseUrl, team) : []),
    ...ownershipProblems({ release, baseUrl, isUploaded: true }, holderOf(teams, release.name), team),
    ...descriptionProblems(release),
    ...laterContract(release),
    ...placeProblems(release, others, settings.current()),
  ];
}

function originProblems(baseUrl: string, team: NamedTeam | null): ReleaseProblem[] {
  const origins = team?.origins ?? [];
  if (isPreviewOrigin(baseUrl, origins)) return [];
  const others = origins.length === 0 ? '' : `, or from ${origins.join(', ')}`;
  const text = `a preview is served from your own machine, such as http://localhost:5190/${others}; not from ${new URL(baseUrl).origin}.`;
  return [{ kind: 'origin', text }];
}

/** One that is published may wait for its host; this one is to be seen now. */
function laterContract({ contract }: Release): ReleaseProblem[] {
  if (compatibility(contract) !== 'tooNew') return [];
  const todo = 'Build it with the packages of that contract, or preview it in a host that speaks the later one.';
  const text = `it is built for contract ${contract}, and this host speaks ${contractText}. ${todo}`;
  return [{ kind: 'contract', text }];
}
