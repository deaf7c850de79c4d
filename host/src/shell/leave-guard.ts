import type { DialogContent } from '@fridge/shared-contracts';

export interface LeaveGuard {
  /** @param question `null` when nothing would be lost. @returns removes it */
  guard(question: () => DialogContent | null): () => void;
  /** Of the latest guard that has one. */
  question(): DialogContent | null;
  /** Only one confirmation at a time: a second navigation is dropped. */
  leave(go: () => void): void;
}

export interface LeaveGuardParts {
  window: Pick<Window, 'addEventListener' | 'removeEventListener'>;
  confirm: (content: DialogContent) => Promise<boolean>;
}

export function createLeaveGuard({ window, confirm }: LeaveGuardParts): LeaveGuard {
  let questions: readonly (() => DialogContent | null)[] = [];
  let confirming = false;

  const current = (): DialogContent | null => {
    for (const question of [...questions].reverse()) {
      const content = question();
      if (content) return content;
    }
    return null;
  };
  const onBeforeUnload = (event: BeforeUnloadEvent) => {
    if (current()) event.preventDefault();
  };
  const update = (next: typeof questions) => {
    questions = next;
    // Only with a guard: the listener disables some browsers' back-forward cache.
    if (questions.length > 0) window.addEventListener('beforeunload', onBeforeUnload);
    else window.removeEventListener('beforeunload', onBeforeUnload);
  };

  return {
    question: current,
    guard(question) {
      update([...questions, question]);
      return () => update(questions.filter((other) => other !== question));
    },
    leave(go) {
      if (confirming) return;
      const content = current();
      if (!content) return go();
      confirming = true;
      void confirm(content).then((confirmed) => {
        confirming = false;
        if (confirmed) go();
      });
    },
  };
}
