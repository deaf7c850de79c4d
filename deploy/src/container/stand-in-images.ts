import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { rolldown } from 'rolldown';
import type { Engine } from './engine.ts';

const STAND_INS = join(import.meta.dirname, 'stand-ins');
/** Of .env; each stands for an image that compose.yaml takes from a registry. */
export const standInImages = {
  NODE_IMAGE: 'stand-in/node:24',
  DEBIAN_IMAGE: 'stand-in/debian:12',
  POSTGRES_IMAGE: 'stand-in/postgres:15',
  S3_IMAGE: 'stand-in/s3:1',
} as const;

/** @param folder has `base.tar` and `npm-cache` of `run.ts` */
export async function buildStandIns(engine: Engine, folder: string): Promise<void> {
  const context = join(folder, 'stand-ins');
  const imported = engine.docker('import', join(folder, 'base.tar'), standInImages.DEBIAN_IMAGE);
  await cp(STAND_INS, context, { recursive: true });
  await cp(join(folder, 'npm-cache'), join(context, 'npm-cache'), { recursive: true });
  await bundle(join(STAND_INS, 's3.mjs'), join(context, 's3.mjs'));
  await imported;
  const file = join(context, 'Containerfile');
  const { DEBIAN_IMAGE, ...built } = standInImages;
  for (const image of Object.values(built)) {
    const target = /\/(\w+):/.exec(image)?.[1] ?? '';
    const from = ['--build-arg', `BASE=${DEBIAN_IMAGE}`, '--target', target];
    await engine.docker('build', '--quiet', '--file', file, ...from, '--tag', image, context);
  }
}

async function bundle(entry: string, file: string): Promise<void> {
  const built = await rolldown({ input: entry, platform: 'node', logLevel: 'silent' });
  await built.write({ file, format: 'esm' });
}
