import type { RegistryEntry } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { optionalText, text } from '../commands/fields.ts';
import { checkServedRelease, type ServedRelease } from '../releases/publish/served-release.ts';
import type { listedRemote } from '../releases/show-remotes.ts';
import { canaryWords } from '../releases/registry/registry-document.ts';

/** `served`: what its origin serves, compared with the registry. */
export const servedRemote = v.object({
  name: text,
  state: text,
  version: optionalText,
  contract: optionalText,
  pin: optionalText,
  served: optionalText,
  canary: optionalText,
  address: optionalText,
});

/** Fetches every file of the releases in force as pages of this origin do. */
export async function inspectRemotes(remotes: readonly v.InferOutput<typeof listedRemote>[], origin: string) {
  const check = async (registered: RegistryEntry | null | undefined) =>
    registered == null ? null : { registered, found: await checkServedRelease(registered, origin) };
  const inspected = await Promise.all(
    remotes.map(async (remote) => {
      const { name, state, entry, canary, problems, gaveWay } = remote;
      const [stable, tried] = await Promise.all([check(entry), check(canary?.entry)]);
      return {
        remote: {
          name,
          state,
          version: entry?.version ?? null,
          contract: entry?.contract ?? null,
          pin: entry?.pin ?? null,
          served: stable && servedWords(stable.found),
          canary: canary && canaryWords(canary),
          address: entry?.entry ?? null,
        },
        problems: [
          ...(entry === null ? [`${name} isn't opened: ${problems.join('; ')}`] : []),
          ...gaveWay.map((problem) => `${name}: without effect: ${problem}`),
          ...[stable, tried].flatMap((each) =>
            each === null ? [] : servedProblems(`${name} ${each.registered.version}`, each.registered, each.found),
          ),
        ],
      };
    }),
  );
  return { remotes: inspected.map(({ remote }) => remote), problems: inspected.flatMap(({ problems }) => problems) };
}

const servedWords = ({ files, problems }: ServedRelease): string =>
  problems.length === 0 ? `${files} files as registered` : "pages don't get it";

function servedProblems(release: string, { version }: RegistryEntry, { version: found, problems }: ServedRelease) {
  const instead = found === null || found === version ? [] : [`${release}: its origin serves ${found} instead`];
  return [...instead, ...problems.map((problem) => `${release}: pages don't get its files: ${problem}`)];
}
