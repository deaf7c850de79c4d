/** How long a batch keeps the next waiting: what a slower one waits for, such as a locked row, concerns it alone. */
const TURN_MS = 20;

/**
 * Asks for many callers at once: those of one turn of the event loop together, and while a batch runs, all that come
 * meanwhile together next. So a busy process sends few statements, and prepares the next while the database works on
 * one; an idle process waits for nobody.
 * @param run answers each ask in its place; when it fails, all of the batch fail
 * @param options.atOnce most batches that run at once: one within its turn, the others slow
 * @param options.most asks in a batch
 */
export function createBatches<Ask, Answer>(
  run: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
  { atOnce, most }: { atOnce: number; most: number },
): (ask: Ask) => Promise<Answer> {
  type Waiting = { ask: Ask; resolve: (answer: Answer) => void; reject: (reason: unknown) => void };
  let waiting: Waiting[] = [];
  let running = 0;
  let isPlanned = false;
  let inTurn: readonly Waiting[] | null = null;

  const plan = () => {
    if (isPlanned || inTurn !== null || running >= atOnce || waiting.length === 0) return;
    isPlanned = true;
    setImmediate(() => {
      isPlanned = false;
      void runNext();
    });
  };
  const runNext = async () => {
    const batch = waiting.slice(0, most);
    waiting = waiting.slice(most);
    running += 1;
    inTurn = batch;
    const passOn = () => {
      if (inTurn === batch) inTurn = null;
      plan();
    };
    const turn = setTimeout(passOn, TURN_MS);
    try {
      const answers = await run(batch.map(({ ask }) => ask));
      if (answers.length !== batch.length) throw new Error('A batch has another number of answers than of asks.');
      for (const [index, answer] of answers.entries()) batch[index]?.resolve(answer);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      clearTimeout(turn);
      running -= 1;
      passOn();
    }
  };

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject });
      plan();
    });
}
