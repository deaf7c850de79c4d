import type { WindowState } from '@fridge/shared-contracts';

/**
 * Judges the windows of a visit when the user arrives, and sticks to it: one that closes meanwhile doesn't take the
 * page away, the next action tells so (architecture, "Windows").
 * @param windowState state of a named window at this moment
 */
export function createWindowJudge(windowState: (name: string) => WindowState): (visit: string, name: string) => WindowState {
  let visited = '';
  let judged = new Map<string, WindowState>();
  return (visit, name) => {
    if (visit !== visited) {
      visited = visit;
      judged = new Map();
    }
    const state = judged.get(name) ?? windowState(name);
    judged.set(name, state);
    return state;
  };
}
