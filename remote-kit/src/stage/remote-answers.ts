import { join } from 'node:path';
import { answerCode, type CallFields } from '@fridge/shared-contracts';
import type { Answer } from '@fridge/shared-contracts/page';
import { type Plugin, runnerImport } from 'vite';
import { CommandFailed, messageOf } from '../cli/command-failed.ts';
import { untilAborted } from '../cli/until-aborted.ts';
import { answer, refuse } from '../fastify/envelope.ts';
import type { CallBody } from '../fastify/read-body.ts';
import { sessions } from '../testing/fake-session.ts';
import type * as Kit from '../testing/index.ts';
import { ANSWERS_FILE, importOfAnswers } from './import-of-answers.ts';
import { type HouseholdName, households, type NativeAnswers } from './households.ts';

const IMPORT_LIMIT_MS = 30_000;
/** Longest that a prepared answer may take, as a call may. */
const ANSWER_LIMIT_MS = 10_000;

export type RemoteAnswers = Awaited<ReturnType<typeof loadAnswers>>;

/**
 * Runs `stand-alone/answers.ts` as the stand-alone page does: pictures, styles and TypeScript are resolved by Vite.
 * @param folder the remote's
 * @throws CommandFailed (2) when it is there and can't be run
 */
export async function loadAnswers(folder: string) {
  const limit = AbortSignal.timeout(IMPORT_LIMIT_MS);
  const { prepare, createFakeHost } = await untilAborted(importAnswers(folder), limit).catch(fail);
  if (typeof prepare !== 'function' || createFakeHost === undefined)
    throw new CommandFailed(2, `${ANSWERS_FILE} has to export by default a function that prepares the fake host.`);
  const fakes = new Map<HouseholdName | null, Kit.FakeHost>();

  /** @param owner `null`: a call without a token */
  const fakeOf = (owner: HouseholdName | null): Kit.FakeHost => {
    const known = fakes.get(owner);
    if (known) return known;
    const { session, inApp } = households[owner ?? 'guest'];
    const fake = createFakeHost({ environment: { inApp }, now: Date.now(), session: sessions[session] });
    try {
      prepare(fake);
    } catch (error) {
      fail(error);
    }
    fakes.set(owner, fake);
    return fake;
  };
  fakeOf('user');

  return {
    /** As the file sets them; a window that it doesn't name is open. */
    windows: () => fakeOf('user').control.windows,

    /** The next call of this household meets answers that were prepared anew. */
    begin: (owner: HouseholdName | null) => void fakes.delete(owner),

    /** @returns `undefined` for a call without an answer */
    accessOf: (id: string) => fakeOf('user').answered(id)?.access,

    async answer(owner: HouseholdName | null, id: string, { fields, files }: CallBody): Promise<Answer> {
      const fake = fakeOf(owner);
      const call = fake.answered(id);
      if (call === undefined) return refuse(answerCode.ourFault, 'unprepared');
      const sent = fields as CallFields<typeof call>; // as the page's host has checked them
      const signal = AbortSignal.timeout(ANSWER_LIMIT_MS);
      const result = await fake.host.requests.call(call, sent, { files, quiet: true, signal });
      if (result.ok) return answer(result.data ?? null);
      return { code: result.code > 0 ? result.code : answerCode.ourFault, msg: result.message, data: null };
    },

    /** What the file prepared by `answerBridge`. */
    native(owner: HouseholdName): NativeAnswers {
      const prepared = [...fakeOf(owner).bridgeAnswers()];
      return Object.fromEntries(prepared.flatMap(([method, result]) => (result.ok ? [[method, result.data]] : [])));
    },
  };
}

function fail(error: unknown): never {
  throw new CommandFailed(2, `${ANSWERS_FILE} can't be run: ${messageOf(error)}`, { cause: error });
}

type Imported = { prepare?: (fake: Kit.FakeHost) => unknown; createFakeHost?: typeof Kit.createFakeHost };

const ENTRY = 'virtual:stage-answers';
const NO_STYLES = '\0no-styles';

/** By Vite, since the fake host draws with the kit's components and the answers import what the remote's screens do. */
async function importAnswers(folder: string): Promise<Imported> {
  const code = `import { createFakeHost } from '@fridge/remote-kit/testing';\n${importOfAnswers(folder)}\nexport { createFakeHost, prepare };`;
  /** Answers are no pages: stylesheets of what they import are left out. */
  const entry: Plugin = {
    name: 'stage-answers',
    enforce: 'pre',
    resolveId: (id) => (id === ENTRY ? `\0${ENTRY}` : id.endsWith('.css') ? NO_STYLES : undefined),
    load: (id) => (id === `\0${ENTRY}` ? code : id === NO_STYLES ? 'export default {};' : undefined),
  };
  const { module } = await runnerImport<Imported>(ENTRY, {
    root: folder,
    configFile: false,
    logLevel: 'error',
    cacheDir: join(folder, 'node_modules/.vite-stage'),
    plugins: [entry],
  });
  return module;
}
