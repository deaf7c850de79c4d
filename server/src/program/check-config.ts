import { checkConfig } from '../operations/check-config/check-config.ts';

type Options = { json: boolean; print: (line: string) => void };

/** Names everything missing or contradictory. @returns whether there is nothing */
export async function checkConfigCommand(
  variables: Readonly<Record<string, string | undefined>>,
  { json, print }: Options,
): Promise<boolean> {
  const problems = await checkConfig(variables);
  const ok = problems.length === 0;
  if (json) print(JSON.stringify({ ok, problems }));
  else if (ok) print('The configuration is complete.');
  else for (const { about, problem } of problems) print(`${about}: ${problem}`);
  return ok;
}
