import type { DialogContent, NavigationService, Query } from '@fridge/shared-contracts';
import { carriedParameters, isPersonalParameter, splitTokens, writeQuery } from '@fridge/shared-contracts/page';

/** Where a screen went: `['push', '/prize']`, `['push', '/address', { id: '1' }]`, `['back']`. */
export type Move = ['push' | 'replace', string] | ['push' | 'replace', string, Query] | ['back'];

export type FakeNavigation = ReturnType<typeof createFakeNavigation>;

/**
 * Records where a screen goes and goes nowhere itself.
 * @param ask the host's question before unsaved input is left
 */
export function createFakeNavigation(
  control: { query: Readonly<Record<string, string>>; opens: (path: string) => boolean; moved: (move: Move) => void },
  ask: (content: DialogContent) => Promise<boolean>,
  record: (what: string) => void,
) {
  const went: Move[] = [];
  const guards: (() => DialogContent | null)[] = [];
  let keptQuery: Readonly<Record<string, string>> | null = null;
  let shown = { source: control.query, query: splitTokens(control.query).rest };

  const go = (to: Move) => {
    went.push(to);
    record(`navigation ${JSON.stringify(to)}`);
    control.moved(to);
  };
  let asking = false;
  /** Of the latest guard that has one. */
  const currentQuestion = (): DialogContent | null => {
    for (const guard of guards.toReversed()) {
      const content = guard();
      if (content !== null) return content;
    }
    return null;
  };
  /** Goes at once where nothing is to be lost, else once the user confirmed; one question at a time. */
  const leave = async (to: Move): Promise<void> => {
    if (asking) return;
    const content = currentQuestion();
    if (content === null) return go(to);
    asking = true;
    const confirmed = await ask(content);
    asking = false;
    if (confirmed) go(to);
  };

  const service: NavigationService = {
    get query() {
      const source = keptQuery ?? control.query;
      // The same object until it changes, as the host's: screens use it as a dependency.
      if (source !== shown.source) shown = { source, query: splitTokens(source).rest };
      return shown.query;
    },
    push: (path, query) => void leave(move('push', path, query)),
    replace: (path, query) => void leave(move('replace', path, query)),
    opens: (path) => control.opens(path),
    hrefOf(path, query = {}) {
      const carried = carriedParameters.map((name) => [name, control.query[name]] as const);
      const open = [...carried, ...Object.entries(query)].filter(([name]) => !isPersonalParameter(name));
      return path + writeQuery(Object.fromEntries(open));
    },
    back: () => void leave(['back']),
    guard: (question) => stack(guards, question),
  };

  return {
    service,
    /** Every move, oldest first. */
    went,
    /** The parameters stay those of the screen that is left. */
    keepQuery: () => void (keptQuery = control.query),
    /** The header's back. */
    async pressBack(): Promise<void> {
      await leave(['back']);
    },
    /** What the host would ask before leaving now, `null` when there is nothing to lose. */
    question: currentQuestion,
  };
}

function move(kind: 'push' | 'replace', path: string, query: Query | undefined): Move {
  return query === undefined ? [kind, path] : [kind, path, query];
}

/** Adds to a stack. @returns takes it off again, wherever it is by then */
export function stack<Item>(items: Item[], item: Item): () => void {
  items.push(item);
  return () => {
    const at = items.lastIndexOf(item);
    if (at >= 0) items.splice(at, 1);
  };
}
