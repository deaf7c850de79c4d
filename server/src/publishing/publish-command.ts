import type { CommandHandler } from '../operator/protocol.ts';
import { ReleaseRefused } from '../releases/release-refused.ts';
import { publishRelease } from './publish.ts';
import { DESCRIPTION_BYTES, type ReleaseSource, servedSource } from './release-source.ts';

/** Publishes what an address serves to pages of this host. */
export const publishAt: CommandHandler<'registry.publish'> = async (request, services) => {
  const { address, expected, ...publishing } = request;
  const { PUBLIC_HOST_ORIGIN, PUBLIC_RELEASES_ORIGIN } = services.environment;
  // By the team that holds the name.
  const isUploaded = URL.canParse(address) && new URL(address).origin === PUBLIC_RELEASES_ORIGIN;
  const served = { ...servedSource(address, PUBLIC_HOST_ORIGIN), isUploaded };
  if (expected !== undefined) await requireServed(served, expected);
  const { release, ...done } = await publishRelease(served, services, { ...publishing, way: 'command' });
  return { ...done, version: release.version, contract: release.contract, name: release.name };
};

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
