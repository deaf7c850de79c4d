import { DRAWS_VERIFIED_AT_ONCE } from '@fridge/server/activities/draw/draw-protocol';
import { table, type Tool } from './tool.ts';

const ROWS_SHOWN = 100;

type WrongDraw = { id: number; userId: string; requestId: string; problem: string };

/** Recomputes every draw from its roll, in parts; not done when a row doesn't hold. */
export async function verifyDraws({ ask, finish }: Pick<Tool, 'ask' | 'finish'>): Promise<void> {
  const wrong: WrongDraw[] = [];
  let [checked, notKept] = [0, 0];
  let after: number | null = 0;
  while (after !== null) {
    const request = { command: 'draw.verify', after, limit: DRAWS_VERIFIED_AT_ONCE } as const;
    const part: { checked: number; notKept: number; wrong: WrongDraw[]; next: number | null } = await ask(request);
    checked += part.checked;
    notKept += part.notKept;
    wrong.push(...part.wrong);
    after = part.next;
  }
  const older = notKept === 0 ? '' : ` Of ${notKept} older ones the weights weren't kept then.`;
  const holds = `${checked - notKept - wrong.length} of ${checked} draws hold.${older}`;
  const more = wrong.length > ROWS_SHOWN ? [`and ${wrong.length - ROWS_SHOWN} more; --json names all`] : [];
  const lines =
    wrong.length === 0 ? [holds] : [table(wrong.slice(0, ROWS_SHOWN)), ...more, `${wrong.length} don't hold. ${holds}`];
  finish(lines.join('\n'), { checked, notKept, wrong }, wrong.length === 0 ? 'done' : 'notDone');
}
