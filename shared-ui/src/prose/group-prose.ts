import type { ProseElement } from '@fridge/shared-contracts';

/** `at`: place in the text, a stable key. */
type ProseItem = { at: number; mark: string; text: string };
type ProseBlock =
  | { kind: 'heading'; at: number; text: string }
  | { kind: 'paragraph'; at: number; text: string }
  | { kind: 'bullets' | 'numbers'; at: number; items: ProseItem[] };

const NUMBERED = /^(\d+\.) (.*)$/s;

/** Groups neighbouring bullets, and lines that begin with `1. `, into lists; the numbers stay text. */
export function groupProse(elements: readonly ProseElement[]): ProseBlock[] {
  const blocks: ProseBlock[] = [];
  elements.forEach((element, at) => {
    const numbered = element.kind === 'paragraph' ? NUMBERED.exec(element.text) : null;
    if (element.kind !== 'bullet' && !numbered) {
      blocks.push({ kind: element.kind, at, text: element.text });
      return;
    }
    const kind = numbered ? 'numbers' : 'bullets';
    const item = { at, mark: numbered?.[1] ?? '', text: numbered?.[2] ?? element.text };
    const last = blocks.at(-1);
    if (last?.kind === kind) last.items.push(item);
    else blocks.push({ kind, at, items: [item] });
  });
  return blocks;
}
