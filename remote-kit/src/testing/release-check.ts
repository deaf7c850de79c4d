import type { ActivityModule } from '@fridge/shared-contracts';
import { isActivityModule } from '@fridge/shared-contracts/page';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type ReleaseDefinition, screenModule } from '../vite/release-definition.ts';
import { contrastRatio } from './contrast-ratio.ts';

/** What text must stand out by (WCAG 2, level AA). */
const LEAST_CONTRAST = 4.5;

/** A call as the code names it: `drawCalls.draw`. */
const CALL = /\b\w+Calls\.\w+/g;

/** A method of the app as the code names it: `bridge.call('choosePhotos'`. */
const BRIDGE_METHOD = /\bbridge\.(?:call|supports)\('(\w+)'/g;

/**
 * Compares what a release declares with what its code does, for a test of the remote.
 * @param folder the remote's own
 * @param activity a `src/activity.ts` of the remote's own
 * @returns one sentence for each difference; none when the release tells the truth
 */
export function releaseProblems(folder: string, release: ReleaseDefinition, activity?: ActivityModule): string[] {
  const problems = activity === undefined ? [] : activityProblems(release, activity);
  for (const { path, screen, tone } of release.routes) {
    if (!existsSync(join(folder, screenModule(screen).file)))
      problems.push(`${path} names ${screen}, which isn't there`);
    if (tone && contrastRatio(tone.background, tone.ink) < LEAST_CONTRAST)
      problems.push(`${path} has a header that can't be read`);
  }
  const listed = callsNamedIn([join(folder, 'release.config.ts')]);
  const made = callsNamedIn(sourcesOf(join(folder, 'src')));
  for (const call of made)
    if (!listed.has(call)) problems.push(`${call} is made and not listed: the host would refuse it`);
  for (const call of listed) if (!made.has(call)) problems.push(`${call} is listed and never made`);
  for (const method of bridgeMethodsIn(sourcesOf(join(folder, 'src')))) {
    if (!release.bridge.some((name) => name === method)) {
      problems.push(`${method} of the app is called and not listed in \`bridge\`: the host would refuse it`);
    }
  }
  return problems;
}

function activityProblems({ routes }: ReleaseDefinition, activity: ActivityModule): string[] {
  if (!isActivityModule(activity)) return ['src/activity.ts exposes no activity module'];
  const paths = routes.map(({ path }) => path);
  const screens = Object.keys(activity.screens);
  return [
    ...paths.filter((path) => !screens.includes(path)).map((path) => `${path} is a route without a screen`),
    ...screens.filter((path) => !paths.includes(path)).map((path) => `${path} is a screen without a route`),
  ];
}

function callsNamedIn(files: readonly string[]): Set<string> {
  return new Set(files.flatMap((file) => readFileSync(file, 'utf8').match(CALL) ?? []));
}

function bridgeMethodsIn(files: readonly string[]): Set<string> {
  return new Set(
    files.flatMap((file) => [...readFileSync(file, 'utf8').matchAll(BRIDGE_METHOD)].map(([, method = '']) => method)),
  );
}

function sourcesOf(folder: string): string[] {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  return names.filter((name) => /\.tsx?$/.test(name) && !/\.test\.tsx?$/.test(name)).map((name) => join(folder, name));
}
