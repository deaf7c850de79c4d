import { compatibility } from '@fridge/shared-contracts/page';
import { type CanaryShare, sizeText } from '@fridge/shared-contracts/team';
import type { Context } from '../../commands/table.ts';
import { releaseLink } from '../previews/release-links.ts';
import { ReleaseRefused } from '../release-refused.ts';
import { addressProblem, originProblem } from '../teams/ownership-problems.ts';
import { teamOf, teamsInForce } from '../teams/read-teams.ts';
import { readRelease } from './read-release.ts';
import { type Publishing, registerRelease } from './register-release.ts';
import { budgetProblems } from './route-budget.ts';
import { DESCRIPTION_BYTES, type ReleaseSource, servedSource } from './release-source.ts';
import { uploadedAddress, uploadedSource, withMaps } from './uploaded-source.ts';

type AskedPublication = {
  address: string;
  /** The `release.json` that the address has to serve. */
  release?: { text: string } | undefined;
  move: boolean;
  promote: boolean | null;
  canary: CanaryShare | null;
  replaceCanary: boolean;
  dropRoutes: readonly string[];
};

/** Publishes what an address serves to pages of this host, or files that came with the command. */
export async function publishAt({ address, release: described, ...asked }: AskedPublication, context: Context) {
  const source = askedSource(address, described?.text, context);
  const { release, ...done } = await publishRelease(source, { ...context, ...asked });
  const { name, version, contract } = release;
  const isGiven = done.inForce === version || done.canary?.release === version;
  const isShown = context.dryRun !== true && !isGiven && compatibility(contract) === 'fits';
  const preview = isShown ? (await releaseLink(release, context.team, context)).url : null;
  return { ...done, name, version, contract, baseUrl: source.baseUrl, preview };
}

function askedSource(address: string, described: string | undefined, context: Context): ReleaseSource {
  const { environment, configuration, team, sent } = context;
  const description = described === undefined ? undefined : Buffer.from(described);
  if (description !== undefined && description.length > DESCRIPTION_BYTES) {
    const text = `release.json has more than ${sizeText(DESCRIPTION_BYTES)}.`;
    throw new ReleaseRefused([{ kind: 'tooLarge', text }]);
  }
  const sender = team?.team ?? '';
  const uploadsTo = environment.PUBLIC_RELEASES_ORIGIN;
  const isUpload = uploadsTo !== undefined && address === uploadedAddress(uploadsTo, described ?? '');
  if (description !== undefined && sent !== undefined && isUpload)
    return uploadedSource({ address, description, files: sent, sender }, context);
  const fetched = { ...servedSource(address, environment.PUBLIC_HOST_ORIGIN), sender, description };
  const served = withMaps(fetched, sent ?? [], context);
  // By the team that holds the name, where operators publish it again.
  if (team === undefined)
    return { ...served, isUploaded: new URL(address).origin === environment.PUBLIC_RELEASES_ORIGIN };
  const publisher = teamOf(teamsInForce(configuration), team.team);
  const { baseUrl } = served;
  return { ...served, refused: addressProblem(baseUrl) ?? (publisher && originProblem(baseUrl, publisher)) };
}

/**
 * Reads a release as a page does, and registers it.
 * @throws ReleaseRefused with every reason; nothing is changed
 */
export async function publishRelease(source: ReleaseSource, publishing: Publishing) {
  const { release, files, bytes, shellTexts, routeSizes, problems } = await readRelease(source);
  problems.push(...budgetProblems(routeSizes, publishing.settings.current().releases.routeBudget));
  const { baseUrl, isUploaded = false, kept, keep } = source;
  const hasFiles = isUploaded && keep === undefined;
  const place = { release, baseUrl, isUploaded, hasFiles, shellTexts, kept };
  const isKept = keep !== undefined && publishing.dryRun !== true;
  // Nothing is stored of a refused release, and nobody is told of an attempt.
  const asked = isKept ? { ...publishing, dryRun: true, tell: () => undefined } : publishing;
  const published = await registerRelease(place, asked, problems);
  if (!isKept) return { ...published, files, bytes };
  const keepFiles = await keep(release);
  return { ...(await registerRelease({ ...place, keepFiles }, publishing)), files, bytes };
}
