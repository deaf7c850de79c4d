import { foreignCallTexts } from '@fridge/shared-contracts/team';
import type { RemoteSettings } from '../../cli/remote-settings.ts';
import { type BuiltRelease, routesOver } from '../../stage/built-release.ts';
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
  const large = routesOver(sizeBudget, built).flatMap(([path, what]) => findingsOf([fault('size', what, LATER)], path));
  return [...findingsOf(foreign, null), ...large];
}

const LATER = 'createLateCode loads a part of it later. Publishing refuses the route as it is.';
