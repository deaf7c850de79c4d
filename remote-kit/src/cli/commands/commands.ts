import type { Command } from '../command.ts';
import { add } from './add.ts';
import { build } from './build.ts';
import { canary } from './canary.ts';
import { check } from './check.ts';
import { create } from './create.ts';
import { dev } from './dev.ts';
import { health } from './health.ts';
import { key } from './key.ts';
import { promote, rollback } from './promote.ts';
import { publish } from './publish.ts';
import { releases } from './releases.ts';

/** In the order of `remote-kit --help`: that of a remote's life. Each imports what takes long to load as it runs. */
export const commands: Readonly<Record<string, Command>> = {
  create,
  add,
  dev,
  build,
  check,
  key,
  publish,
  canary,
  health,
  releases,
  promote,
  rollback,
};
