import type { DialogContent } from '@fridge/shared-contracts';

/** Asks before a screen with unsaved input is left. */
export interface LeaveGuard {
  /** @param question what to ask at this moment, `null` when there is nothing to lose. @returns takes it back */
  guard(question: () => DialogContent | null): () => void;
  /** What is to be asked now, the latest guard first; `null` when leaving costs nothing. */
  question(): DialogContent | null;
  /** Goes at once where nothing is to be asked, else once the user agreed. A second wish to leave waits for nobody. */
  leave(go: () => void): void;
}

export interface LeaveGuardParts {
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  confirm: (content: DialogContent) => Promise<boolean>;
}

export function createLeaveGuard({ window, confirm }: LeaveGuardParts): LeaveGuard {
  let questions: readonly (() => DialogContent | null)[] = [];
  let asking = false;

  const ask = (): DialogContent | null => {
    for (const question of [...questions].reverse()) {
      const content = question();
      if (content) return content;
    }
    return null;
  };
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (ask()) event.preventDefault();
  };
  const keep = (next: typeof questions) => {
    questions = next;
    // Only while there is a guard: a page that listens for this isn't kept in the back-forward cache by every browser.
    if (questions.length > 0) window.addEventListener('beforeunload', onBeforeUnload);
    else window.removeEventListener('beforeunload', onBeforeUnload);
  };

  return {
    question: ask,
    guard(question) {
      keep([...questions, question]);
      return () => keep(questions.filter((other) => other !== question));
    },
    leave(go) {
      if (asking) return;
      const content = ask();
      if (!content) return go();
      asking = true;
      void confirm(content).then((agreed) => {
        asking = false;
        if (agreed) go();
      });
    },
  };
}
