import {
  DEFAULT_ANSWER_LIMIT_MS,
  isUnavailable,
  LOCK_NOT_AVAILABLE,
  NoTurn,
  type Queries,
  sqlStateOf,
  TooManyWaiting,
} from './database.ts';

/**
 * In each queue, then code 429: about what a busy process answers within a second (decision 9). The callers of more
 * would be gone before their turn.
 */
export const MOST_WAITING = 5_000;

/** How long a batch keeps the next waiting: what a slower one waits for, such as a locked row, concerns it alone. */
const TURN_MS = 20;

/** Node's timers count whole milliseconds: one that ends with a caller may fire this long before. */
const TIMER_EARLY_MS = 2;

type BatchOptions = { queue: string; atOnce: number; most: number };

/**
 * @param endsAt when its caller gives up, by `performance.now()`
 * @throws TooManyWaiting at once; NoTurn when the caller's time was over before its turn
 */
type AskInBatch<Ask, Answer> = (ask: Ask, endsAt?: number) => Promise<Answer>;

const waitingByQueue = new Map<string, number>();

/** How many asks wait in this process, by queue. */
export const waitingForBatches = (): ReadonlyMap<string, number> => waitingByQueue;

/**
 * Asks for many callers at once: those of one turn of the event loop together, and while a batch runs, all that come
 * meanwhile together next. So a busy process sends few statements, and prepares the next while the database works on
 * one; an idle process waits for nobody. An ask whose caller is gone before its batch begins is never carried out.
 *
 * A batch that the database refused runs once more, each ask alone: a row that is locked for long, or an ask with a
 * fault, concerns nobody else. When the database is away, or too many wait for it, all of the batch fail.
 * @param run answers each ask in its place, and may be repeated. `endsAt`: when the first of their callers gives up;
 * nothing may be sent to the database after it. On `NoTurn` it runs again without those who are gone
 * @param options.queue its name in metrics
 * @param options.atOnce most batches that run at once: one within its turn, the others slow
 * @param options.most asks in a batch
 */
export function createBatches<Ask, Answer>(
  run: (asks: readonly Ask[], endsAt: number) => Promise<readonly Answer[]>,
  { queue, atOnce, most }: BatchOptions,
): AskInBatch<Ask, Answer> {
  type Waiting = {
    ask: Ask;
    endsAt: number;
    resolve: (answer: Answer) => void;
    reject: (reason: unknown) => void;
  };
  let waiting: Waiting[] = [];
  let running = 0;
  let isPlanned = false;
  let inTurn: readonly Waiting[] | null = null;

  const count = (change: number) => void waitingByQueue.set(queue, (waitingByQueue.get(queue) ?? 0) + change);
  const dropLate = () => {
    const now = performance.now();
    const late = waiting.filter(({ endsAt }) => endsAt <= now);
    if (late.length === 0) return;
    waiting = waiting.filter(({ endsAt }) => endsAt > now);
    count(-late.length);
    for (const { reject } of late) reject(new NoTurn());
  };
  const settle = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      const answers = await run(
        batch.map(({ ask }) => ask),
        Math.min(...batch.map(({ endsAt }) => endsAt)),
      );
      if (answers.length !== batch.length) throw new Error('A batch has another number of answers than of asks.');
      for (const [index, answer] of answers.entries()) batch[index]?.resolve(answer);
    } catch (error) {
      if (batch.length > 1 && isRefused(error)) {
        for (const each of batch) void settle([each]);
        return;
      }
      const now = performance.now() + TIMER_EARLY_MS;
      const late = error instanceof NoTurn ? batch.filter(({ endsAt }) => endsAt <= now) : [];
      const failed = late.length > 0 ? late : batch;
      for (const { reject } of failed) reject(error);
      const left = batch.filter((each) => !failed.includes(each));
      if (left.length > 0) await settle(left);
    }
  };
  const isFull = () => waiting.length >= MOST_WAITING;

  const plan = () => {
    if (isPlanned || inTurn !== null || running >= atOnce || waiting.length === 0) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      void runNext();
    });
  };
  const runNext = async () => {
    dropLate();
    const batch = waiting.slice(0, most);
    if (batch.length === 0) return;
    waiting = waiting.slice(most);
    count(-batch.length);
    running += 1;
    inTurn = batch;
    const passOn = () => {
      if (inTurn === batch) inTurn = null;
      plan();
    };
    const turn = setTimeout(passOn, TURN_MS);
    try {
      await settle(batch);
    } finally {
      clearTimeout(turn);
      running -= 1;
      passOn();
    }
  };

  count(0);
  return (ask, endsAt = performance.now() + DEFAULT_ANSWER_LIMIT_MS) =>
    new Promise((resolve, reject) => {
      // Asks end about in the order in which they came: mostly none has ended unless the first has.
      if (isFull() && (waiting[0]?.endsAt ?? 0) <= performance.now()) dropLate();
      if (isFull()) return reject(new TooManyWaiting(queue));
      waiting.push({ ask, endsAt, resolve, reject });
      count(1);
      plan();
    });
}

/** By the database, which answers others. */
const isRefused = (error: unknown): boolean =>
  sqlStateOf(error) === LOCK_NOT_AVAILABLE || !(error instanceof TooManyWaiting || isUnavailable(error));

/**
 * What calls of several users read alike, by one statement for those that come together.
 * @param queue its name in metrics
 * @param load answers each key in its place
 */
export function askedTogether<Answer>(
  queue: string,
  load: (queries: Queries, keys: readonly string[]) => Promise<readonly Answer[]>,
): (queries: Queries, key: string) => Promise<Answer> {
  const askOn = preparedOnce((queries) =>
    createBatches((keys: readonly string[]) => load(queries, keys), { queue, atOnce: 2, most: 500 }),
  );
  return (queries, key) => askOn(queries)(key);
}

/** @returns the rows of each key, in their order, for the keys in theirs */
export function rowsByKey<Row>(keys: readonly string[], rows: readonly Row[], keyOf: (row: Row) => string): Row[][] {
  const found = new Map<string, Row[]>(keys.map((key) => [key, []]));
  for (const row of rows) found.get(keyOf(row))?.push(row);
  return keys.map((key) => found.get(key) ?? []);
}

/**
 * What is built once for each database, and anew in each transaction: a statement costs as much as its answer.
 * @param build of a statement: with `sql.placeholder` for what differs, ending in `.prepare('')`
 */
export function preparedOnce<Built>(build: (queries: Queries) => Built): (queries: Queries) => Built {
  const built = new WeakMap<Queries, Built>();
  return (queries) => {
    const known = built.get(queries);
    if (known !== undefined) return known;
    const statement = build(queries);
    built.set(queries, statement);
    return statement;
  };
}
