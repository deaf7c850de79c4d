import type { ReactNode } from 'react';
import { flushSync } from 'react-dom';
import type { Root } from 'react-dom/client';

/**
 * Draws the first screenful before the browser shows anything. React lets components follow their stores after the
 * first frame, unless the drawing was synchronous: a header would be shown without the title and the colours that its
 * page gave it meanwhile, and jump.
 */
export function drawWhole(root: Pick<Root, 'render'>, screenful: ReactNode): void {
  flushSync(() => root.render(screenful));
}
