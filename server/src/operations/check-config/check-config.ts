import { type Environment, parseEnvironment } from '../../program/environment.ts';
import { demoKeys } from '../keys/key-variables.ts';
import { checkDatabase } from './check-database.ts';
import { checkPlaces } from './check-places.ts';
import { checkVariables } from './check-variables.ts';
import type { Problem } from './problem.ts';

type Variables = Readonly<Record<string, string | undefined>>;

/**
 * Everything that is missing or contradictory, at once: what a bad variable doesn't concern is checked all the same.
 */
export async function checkConfig(variables: Variables): Promise<readonly Problem[]> {
  const { environment, problems } = readAsFarAsPossible(variables);
  if (environment === null) return problems;
  const found = await Promise.all([checkPlaces(environment), checkDatabase(environment)]);
  const named = new Set(problems.map(({ about }) => about));
  const more = checkVariables(environment, variables).filter(({ about }) => !named.has(about));
  return [...problems, ...more, ...found.flat()];
}

/** `environment`: `null` where the rest can't be read without the bad ones */
function readAsFarAsPossible(variables: Variables): { environment: Environment | null; problems: readonly Problem[] } {
  const { environment, problems } = parseEnvironment(variables);
  if (environment !== null) return { environment, problems };
  const bad = new Set(problems.map(({ about }) => groupOf(about)));
  const good = Object.entries(variables).filter(([name]) => !bad.has(groupOf(name)));
  return { environment: parseEnvironment({ ...placeholders, ...Object.fromEntries(good) }).environment, problems };
}

/** Variables that need each other. Of others, each is a group of its own. */
function groupOf(name: string): string {
  return name.startsWith('S3_') ? 'S3_' : name.replace(/_FILE$/, '');
}

/** Of required variables; nothing that is checked uses their values. */
const placeholders = {
  ...demoKeys,
  PUBLIC_HOST_ORIGIN: 'https://missing.test',
  PUBLIC_API_ORIGIN: 'https://missing.test',
};

/** @returns whether there is no problem */
export async function printConfigCheck(
  variables: Variables,
  { json, print }: { json: boolean; print: (line: string) => void },
): Promise<boolean> {
  const problems = await checkConfig(variables);
  const ok = problems.length === 0;
  if (json) print(JSON.stringify({ ok, problems }));
  else if (ok) print('The configuration is complete.');
  else for (const { about, problem } of problems) print(`${about}: ${problem}`);
  return ok;
}
