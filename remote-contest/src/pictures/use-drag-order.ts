import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** How long a finger rests before it drags; a shorter touch scrolls. */
const HOLD_MS = 220;
/** Of a mouse, before it drags. */
const DRAG_TOLERANCE_PX = 8;

/** `from`, `over`: places in the list; `x`, `y`: from the start, px. */
type Drag = { from: number; over: number; x: number; y: number };

type Press = Pick<Drag, 'from' | 'x' | 'y'> & { pointer: number; isMouse: boolean };

/** Reorders a list of items with `data-place`. Offer buttons too, for keyboards. */
export function useDragOrder(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const press = useRef<Press | null>(null);
  const hold = useRef<ReturnType<typeof setTimeout> | undefined>(undefined);
  const dragging = drag !== null;

  // Only a listener that isn't passive can stop scrolling.
  useEffect(() => {
    const element = list.current;
    if (!dragging || element === null) return undefined;
    const prevent = (event: TouchEvent) => event.preventDefault();
    element.addEventListener('touchmove', prevent, { passive: false });
    return () => element.removeEventListener('touchmove', prevent);
  }, [dragging, list]);
  useEffect(() => () => clearTimeout(hold.current), []);

  const end = () => {
    clearTimeout(hold.current);
    press.current = null;
    setDrag(null);
  };
  const begin = () => {
    if (press.current === null) return;
    const { from, pointer } = press.current;
    try {
      // Reports the end outside the window too.
      list.current?.setPointerCapture(pointer);
      setDrag({ from, over: from, x: 0, y: 0 });
    } catch {
      // The picture was removed, so no end was reported.
      end();
    }
  };

  const handlers = {
    onPointerDown({ target, isPrimary, button, pointerType, clientX, clientY, pointerId }: PointerEvent<HTMLElement>) {
      if (!(target instanceof Element) || !isPrimary || button !== 0 || target.closest('button') !== null) return;
      const place = target.closest('[data-place]')?.getAttribute('data-place') ?? null;
      if (place === null) return;
      clearTimeout(hold.current);
      const isMouse = pointerType === 'mouse';
      press.current = { from: Number(place), x: clientX, y: clientY, pointer: pointerId, isMouse };
      if (!isMouse) hold.current = setTimeout(begin, HOLD_MS);
    },
    onPointerMove({ pointerId, buttons, clientX, clientY }: PointerEvent<HTMLElement>) {
      const { current } = press;
      if (current === null || pointerId !== current.pointer) return;
      const [x, y] = [clientX - current.x, clientY - current.y];
      // Released outside the list before the drag began.
      if (buttons === 0) end();
      else if (drag !== null) setDrag({ ...drag, x, y, over: placeAt(list.current, clientX, clientY) ?? drag.over });
      else if (Math.hypot(x, y) >= DRAG_TOLERANCE_PX) (current.isMouse ? begin : end)();
    },
    onPointerUp({ pointerId }: PointerEvent<HTMLElement>) {
      if (press.current?.pointer !== pointerId) return;
      if (drag !== null && drag.over !== drag.from) onMove(drag.from, drag.over);
      end();
    },
    onPointerCancel: end,
    onLostPointerCapture({ target }: PointerEvent<HTMLElement>) {
      // The item loses it too, when the list captures it.
      if (target === list.current) end();
    },
  };
  return { drag, handlers };
}

/** A transform moves only the body of the dragged item. */
function placeAt(list: HTMLElement | null, x: number, y: number): number | null {
  for (const item of list?.querySelectorAll<HTMLElement>('[data-place]') ?? []) {
    const { left, right, top, bottom } = item.getBoundingClientRect();
    if (x >= left && x < right && y >= top && y < bottom) return Number(item.dataset['place']);
  }
  return null;
}
