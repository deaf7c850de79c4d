import { type ChildProcess, spawn } from 'node:child_process';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export type Ran = { code: number | null; stdout: string; output: string };

/** A team's folder outside of this repository, in which it runs commands as a person would. */
export interface TeamFolder {
  readonly path: string;
  /** Goes into a folder in it. */
  enter(name: string): void;
  /** Runs a command to its end. @param limitMs then it is killed, and its code is `null` */
  run(command: string, words: readonly string[], limitMs?: number): Promise<Ran>;
  /** @throws with the output unless the command ends with 0 @returns what it printed */
  succeed(command: string, ...words: readonly string[]): Promise<string>;
  /** A command that stays until the folder goes. Resolves once it has printed `until`. */
  start(
    command: string,
    words: readonly string[],
    until: RegExp,
    more?: Readonly<Record<string, string>>,
  ): Promise<{ output(): string; stop(): Promise<void> }>;
  read(file: string): Promise<string>;
  write(file: string, content: string): Promise<void>;
  /** Replaces a text that has to be there. */
  edit(file: string, from: string | RegExp, to: string): Promise<void>;
  remove(): Promise<void>;
}

const COMMAND_LIMIT_MS = 180_000;

export async function createTeamFolder(environment: Readonly<Record<string, string>>): Promise<TeamFolder> {
  const root = await mkdtemp(join(tmpdir(), 'team-'));
  let path = root;
  const running = new Set<ChildProcess>();
  const begin = (command: string, words: readonly string[], more: Readonly<Record<string, string>> = {}) => {
    const env = { ...ownVariables(), NO_COLOR: '1', ...environment, ...more };
    const child = spawn(command, words, { cwd: path, env, stdio: ['ignore', 'pipe', 'pipe'], detached: true });
    running.add(child);
    child.once('close', () => running.delete(child));
    return child;
  };
  const folder: TeamFolder = {
    get path() {
      return path;
    },
    enter(name) {
      path = join(path, name);
    },
    run(command, words, limitMs = COMMAND_LIMIT_MS) {
      return new Promise((resolve, reject) => {
        const child = begin(command, words);
        const limit = setTimeout(() => endGroup(child), limitMs);
        let [stdout, output] = ['', ''];
        child.stdout.on('data', (part: Buffer) => {
          stdout += part.toString();
          output += part.toString();
        });
        child.stderr.on('data', (part: Buffer) => (output += part.toString()));
        child.once('error', reject);
        child.once('close', (code) => {
          clearTimeout(limit);
          resolve({ code, stdout, output });
        });
      });
    },
    async succeed(command, ...words) {
      const { code, output } = await folder.run(command, words);
      if (code !== 0) throw new Error(`${command} ${words.join(' ')} ended with ${code}:\n${output}`);
      return output;
    },
    start(command, words, until, more) {
      return new Promise((resolve, reject) => {
        const child = begin(command, words, more);
        let output = '';
        const limit = setTimeout(() => endGroup(child), COMMAND_LIMIT_MS);
        const ended = new Promise<void>((done) => child.once('close', () => done()));
        const look = (part: Buffer) => {
          output += part.toString();
          if (!until.test(output)) return;
          clearTimeout(limit);
          resolve({
            output: () => output,
            stop() {
              endGroup(child);
              return ended;
            },
          });
        };
        child.stdout.on('data', look);
        child.stderr.on('data', look);
        child.once('error', reject);
        void ended.then(() => reject(new Error(`${command} ${words.join(' ')} ended:\n${output}`)));
      });
    },
    read: (file) => readFile(join(path, file), 'utf8'),
    async write(file, content) {
      await mkdir(dirname(join(path, file)), { recursive: true });
      await writeFile(join(path, file), content);
    },
    async edit(file, from, to) {
      const before = await folder.read(file);
      const after = before.replace(from, to);
      if (after === before) throw new Error(`${file} has no ${from}:\n${before}`);
      await folder.write(file, after);
    },
    async remove() {
      for (const child of running) endGroup(child);
      await rm(root, { recursive: true, force: true });
    },
  };
  return folder;
}

/** With what it started. */
function endGroup({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) process.kill(-pid, 'SIGTERM');
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'ESRCH')) throw error;
  }
}

/**
 * What a person's shell has; nothing of this repository's run, such as npm's variables, `STATE_DIR` or the
 * `node_modules/.bin` that npm puts in front.
 */
export function ownVariables(): NodeJS.ProcessEnv {
  const kept = /^(?:HOME|LANG|NODE_EXTRA_CA_CERTS|https?_proxy|no_proxy|npm_config_(?:registry|userconfig|cafile))$/i;
  const path = (process.env['PATH'] ?? '').split(':').filter((part) => !part.includes('node_modules'));
  return {
    ...Object.fromEntries(Object.entries(process.env).filter(([name]) => kept.test(name))),
    PATH: path.join(':'),
  };
}
