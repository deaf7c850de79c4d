/**
 * Asks for many callers at once: those of one turn of the event loop together, and while `atOnce` batches run, all that
 * come meanwhile together next. So a busy process sends few statements, and an idle one waits for nobody.
 * @param run answers each ask in its place; when it fails, all of the batch fail
 * @param options.most asks in a batch
 */
export function createBatches<Ask, Answer>(
  run: (asks: readonly Ask[]) => Promise<readonly Answer[]>,
  { atOnce, most }: { atOnce: number; most: number },
): (ask: Ask) => Promise<Answer> {
  type Waiting = { ask: Ask; resolve: (answer: Answer) => void; reject: (reason: unknown) => void };
  let waiting: Waiting[] = [];
  let running = 0;
  let planned = false;

  const plan = () => {
    if (planned || running >= atOnce || waiting.length === 0) return;
    planned = true;
    setImmediate(() => {
      planned = false;
      void runNext();
      plan();
    });
  };
  const runNext = async () => {
    const batch = waiting.slice(0, most);
    waiting = waiting.slice(most);
    running += 1;
    try {
      const answers = await run(batch.map(({ ask }) => ask));
      if (answers.length !== batch.length) throw new Error('A batch has another number of answers than of asks.');
      for (const [index, answer] of answers.entries()) batch[index]?.resolve(answer);
    } catch (error) {
      for (const { reject } of batch) reject(error);
    } finally {
      running -= 1;
      plan();
    }
  };

  return (ask) =>
    new Promise((resolve, reject) => {
      waiting.push({ ask, resolve, reject });
      plan();
    });
}
