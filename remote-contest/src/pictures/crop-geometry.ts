import type { Size } from './prepare-photo.ts';

export type Offset = { x: number; y: number };

export const ZOOM = { least: 1, most: 3, step: 0.25 } as const;
/** Of the frame, per press. */
const MOVE_PART = 0.08;
const DIRECTIONS = { up: { x: 0, y: -1 }, down: { x: 0, y: 1 }, left: { x: -1, y: 0 }, right: { x: 1, y: 0 } } as const;

/**
 * Keeps the frame covered by the picture.
 * @param offset from the frame's middle to the picture's, CSS px
 * @param media size at zoom 1, CSS px
 */
export function keepInFrame({ x, y }: Offset, zoom: number, media: Size, frame: Size): Offset {
  const room = (length: number, within: number) => Math.max(0, (length * zoom - within) / 2);
  const [roomX, roomY] = [room(media.width, frame.width), room(media.height, frame.height)];
  // `+ 0` turns -0 into 0.
  return { x: clamp(x, -roomX, roomX) + 0, y: clamp(y, -roomY, roomY) + 0 };
}

export function nudge(offset: Offset, direction: keyof typeof DIRECTIONS, frame: Size): Offset {
  const { x, y } = DIRECTIONS[direction];
  return { x: offset.x + x * frame.width * MOVE_PART, y: offset.y + y * frame.height * MOVE_PART };
}

export function zoomBy(zoom: number, steps: 1 | -1): number {
  return clamp(Math.round((zoom + steps * ZOOM.step) * 100) / 100, ZOOM.least, ZOOM.most);
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
