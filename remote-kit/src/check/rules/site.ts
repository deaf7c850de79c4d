import { foreignCallTexts, sizeText } from '@fridge/shared-contracts/team';
import type { RemoteSettings } from '../../cli/remote-settings.ts';
import { type BuiltRelease, routeSizesOf } from '../../stage/built-release.ts';
import { type Finding, findingsOf } from '../finding.ts';
import { fault } from '../rule.ts';

/** What the site refuses to publish of it: calls of other teams, and routes over its budget. */
export function judgeForSite(
  built: BuiltRelease,
  { team, sizeBudget }: Pick<RemoteSettings, 'team' | 'sizeBudget'>,
): Finding[] {
  const foreign = foreignCallTexts(built.release, team).map((what) =>
    fault('calls', what, 'Call your own backend, or have the other team answer yours.'),
  );
  const large = [...routeSizesOf(built)].filter(([, bytes]) => bytes > sizeBudget);
  return [
    ...findingsOf(foreign, null),
    ...large.flatMap(([path, bytes]) => {
      const what = `its scripts and styles are ${sizeText(bytes)} (gzip), the site's budget is ${sizeText(sizeBudget)}`;
      return findingsOf([fault('size', what, SMALLER)], path);
    }),
  ];
}

const SMALLER = 'Load by createLateCode what the first look lacks, or drop a library: publishing refuses it, too.';
