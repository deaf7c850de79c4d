import type { Size } from './fit-picture.ts';

export type Offset = { x: number; y: number };

export const ZOOM = { least: 1, most: 3, step: 0.25 } as const;
/** One press moves the picture by this part of the frame. */
const MOVE_PART = 0.08;
const DIRECTIONS = { up: { x: 0, y: -1 }, down: { x: 0, y: 1 }, left: { x: -1, y: 0 }, right: { x: 1, y: 0 } } as const;

/**
 * Keeps a picture over the whole frame.
 * @param media the picture as it is drawn at zoom 1, CSS px; the offset is that of its middle from the frame's
 */
export function keepInFrame({ x, y }: Offset, zoom: number, media: Size, frame: Size): Offset {
  const room = (length: number, within: number) => Math.max(0, (length * zoom - within) / 2);
  const [roomX, roomY] = [room(media.width, frame.width), room(media.height, frame.height)];
  // Never -0, which no style needs.
  return { x: clamp(x, -roomX, roomX) + 0, y: clamp(y, -roomY, roomY) + 0 };
}

/** The picture one press further in a direction. */
export function nudge(offset: Offset, direction: keyof typeof DIRECTIONS, frame: Size): Offset {
  const { x, y } = DIRECTIONS[direction];
  return { x: offset.x + x * frame.width * MOVE_PART, y: offset.y + y * frame.height * MOVE_PART };
}

/** The zoom one press nearer or further. */
export function zoomBy(zoom: number, steps: 1 | -1): number {
  return clamp(Math.round((zoom + steps * ZOOM.step) * 100) / 100, ZOOM.least, ZOOM.most);
}

const clamp = (value: number, least: number, most: number) => Math.min(most, Math.max(least, value));
