import type { CanaryShare } from '@fridge/shared-contracts/team';
import type { Context } from '../../commands/table.ts';
import { ReleaseRefused } from '../release-refused.ts';
import { publishRelease } from './publish.ts';
import { DESCRIPTION_BYTES, type ReleaseSource, servedSource } from './release-source.ts';

type AskedPublication = {
  address: string;
  /** The `release.json` that the address has to serve. */
  release?: { text: string } | undefined;
  move: boolean;
  promote: boolean | null;
  canary: CanaryShare | null;
};

/** Publishes what an address serves to pages of this host. */
export async function publishAt({ address, release: built, ...asked }: AskedPublication, context: Context) {
  const { PUBLIC_HOST_ORIGIN, PUBLIC_RELEASES_ORIGIN } = context.environment;
  // By the team that holds the name.
  const isUploaded = URL.canParse(address) && new URL(address).origin === PUBLIC_RELEASES_ORIGIN;
  const served = { ...servedSource(address, PUBLIC_HOST_ORIGIN), isUploaded };
  if (built !== undefined) await requireServed(served, built.text);
  const publishing = { ...context, ...asked, dryRun: context.dryRun === true };
  const { release, ...done } = await publishRelease(served, context, publishing);
  return { ...done, version: release.version, contract: release.contract, name: release.name };
}

/** @throws ReleaseRefused when the address serves another build */
async function requireServed(source: ReleaseSource, expected: string): Promise<void> {
  const refuse = (reason: string) =>
    new ReleaseRefused([{ kind: 'file', text: `${reason}. Upload the whole folder first.` }], {
      lead: `The release at ${source.baseUrl} was not published: `,
    });
  const served = await source.read('release.json', 'description', DESCRIPTION_BYTES).catch((error: unknown) => {
    throw refuse(`release.json can't be read (${error instanceof Error ? error.message : 'no answer'})`);
  });
  if (served.toString('utf8') !== expected) throw refuse("it isn't the build in the folder");
}
