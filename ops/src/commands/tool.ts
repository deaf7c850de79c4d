import type { Asker, Events } from '../ask-server.ts';

/** Scripts depend on them. */
export const exitCode = { done: 0, notDone: 1, malformed: 2 } as const;

export type Tool = {
  env: NodeJS.ProcessEnv;
  /** A command by its name, and what it changed. */
  run(command: string, fields: object, asker: Asker): Promise<{ answer: unknown; events: Events }>;
  /** For people who wait for a long command; never part of its answer. */
  progress(text: string): void;
  /** @param data for `--json` */
  finish(text: string, data: unknown, outcome?: keyof typeof exitCode): void;
};
