import { join } from 'node:path';
import { defineRemote } from '@fridge/remote-kit/vite';
import { contractVersion } from '@fridge/shared-contracts/page';
import { build, type InlineConfig, mergeConfig, type Plugin } from 'vite';
import { inRepository } from '../../ops/src/workspace.ts';
import { release as guest } from '../guest-remote/release.config.ts';

export const nextMajor = contractVersion.major + 1;

/** The product of today, as if the next major version of the contract were out. */
function speakNextMajor(): Plugin {
  return {
    name: 'speak-next-major',
    enforce: 'pre',
    transform(code, id) {
      if (!id.endsWith('/contract/contract-version.ts')) return null;
      const changed = code.replace(`major: ${contractVersion.major}`, `major: ${nextMajor}`);
      if (changed === code) throw new Error(`${id} names its major version in another way.`);
      return changed;
    },
  };
}

const buildAs = (config: InlineConfig, outDir: string) =>
  build(mergeConfig(config, { logLevel: 'error', plugins: [speakNextMajor()], build: { outDir, emptyOutDir: true } }));

const configOf = (folder: string): InlineConfig => ({
  root: inRepository(folder),
  configFile: inRepository(folder, 'vite.config.ts'),
});

/** Builds server and host into a release, beside its own. @returns what to start, and `HOST_FILES` */
export async function buildNextMajor(release: string): Promise<{ main: string; hostFiles: string }> {
  const [server, host] = [join(release, 'server', 'dist-next'), join(release, 'host', 'dist-next')];
  await Promise.all([buildAs(configOf('server'), server), buildAs(configOf('host'), host)]);
  return { main: join(server, 'main.js'), hostFiles: host };
}

/** Builds the guest for the next major version: it stands in the place of the contest. */
export async function buildNextGuest(dist: string): Promise<void> {
  const release = { ...guest, version: '10.0.0', contract: `${nextMajor}.0` };
  await buildAs({ configFile: false, ...defineRemote(release, inRepository('e2e', 'guest-remote')) }, dist);
}
