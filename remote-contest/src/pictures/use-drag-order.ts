import { type PointerEvent, type RefObject, useEffect, useRef, useState } from 'react';

/** A finger has to rest for so long before it drags: until then it scrolls the page. Milliseconds. */
const HOLD_MS = 220;
/** How far a pointer moves before it drags, px. */
const DRAG_TOLERANCE_PX = 8;

export type Drag = { from: number; over: number; x: number; y: number };

/**
 * Reordering by drag in a list whose items carry `data-place`: a mouse drags at once, a finger after a short hold. What
 * can be dragged can be moved by buttons as well.
 */
export function useDragOrder(list: RefObject<HTMLElement | null>, onMove: (from: number, to: number) => void) {
  const [drag, setDrag] = useState<Drag | null>(null);
  const start = useRef<{ from: number; x: number; y: number; pointer: number; mouse: boolean; hold: ReturnType<typeof setTimeout> | undefined } | null>(null);
  const dragging = drag !== null;

  // While dragging the page must not scroll; only a listener that isn't passive may say so.
  useEffect(() => {
    const element = list.current;
    if (!dragging || element === null) return undefined;
    const hold = (event: TouchEvent) => event.preventDefault();
    element.addEventListener('touchmove', hold, { passive: false });
    return () => element.removeEventListener('touchmove', hold);
  }, [dragging, list]);
  useEffect(() => () => clearTimeout(start.current?.hold), []);

  const begin = () => {
    const { current } = start;
    if (current === null) return;
    try {
      // Its end is told wherever it is released, outside of the window as well.
      list.current?.setPointerCapture(current.pointer);
    } catch {
      // The pointer is gone, and its end wasn't told here: the picture that it held was removed meanwhile.
      end();
      return;
    }
    setDrag({ from: current.from, over: current.from, x: 0, y: 0 });
  };
  const end = () => {
    clearTimeout(start.current?.hold);
    start.current = null;
    setDrag(null);
  };

  const handlers = {
    onPointerDown(event: PointerEvent<HTMLElement>) {
      if (!(event.target instanceof Element) || !event.isPrimary || event.button !== 0 || event.target.closest('button') !== null) return;
      const place = event.target.closest('[data-place]')?.getAttribute('data-place') ?? null;
      if (place === null) return;
      clearTimeout(start.current?.hold);
      const mouse = event.pointerType === 'mouse';
      start.current = { from: Number(place), x: event.clientX, y: event.clientY, pointer: event.pointerId, mouse, hold: mouse ? undefined : setTimeout(begin, HOLD_MS) };
    },
    onPointerMove(event: PointerEvent<HTMLElement>) {
      const { current } = start;
      if (current === null || event.pointerId !== current.pointer) return;
      // Released outside of the list before it dragged anything.
      if (event.buttons === 0) {
        end();
        return;
      }
      const [x, y] = [event.clientX - current.x, event.clientY - current.y];
      if (drag === null) {
        if (Math.hypot(x, y) < DRAG_TOLERANCE_PX) return;
        if (current.mouse) begin();
        else end();
        return;
      }
      setDrag({ ...drag, x, y, over: placeAt(list.current, event.clientX, event.clientY) ?? drag.over });
    },
    onPointerUp(event: PointerEvent<HTMLElement>) {
      if (start.current?.pointer !== event.pointerId) return;
      if (drag !== null && drag.over !== drag.from) onMove(drag.from, drag.over);
      end();
    },
    onPointerCancel: end,
    onLostPointerCapture(event: PointerEvent<HTMLElement>) {
      // A finger's own target loses it to the list where a drag begins.
      if (event.target === list.current) end();
    },
  };
  return { drag, handlers };
}

/** The place whose item lies under a point of the viewport. The item that is dragged lies over its own alone. */
function placeAt(list: HTMLElement | null, x: number, y: number): number | null {
  for (const item of list?.querySelectorAll<HTMLElement>('[data-place]') ?? []) {
    const { left, right, top, bottom } = item.getBoundingClientRect();
    if (x >= left && x < right && y >= top && y < bottom) return Number(item.dataset['place']);
  }
  return null;
}
