import { describe, expect, it } from 'vitest';
import { keepInFrame, nudge, zoomBy } from './crop-dialog.tsx';

const frame = { width: 343, height: 225 };

describe('a picture in the frame', () => {
  it.each([
    ['fits exactly: it stays', { x: 40, y: -40 }, 1, frame, { x: 0, y: 0 }],
    ['is a portrait: up and down only', { x: 40, y: 400 }, 1, { width: 343, height: 457 }, { x: 0, y: 116 }],
    ['is zoomed: as far as it covers', { x: -999, y: 10 }, 2, frame, { x: -171.5, y: 10 }],
    ['is smaller than the frame: in the middle', { x: 9, y: 9 }, 1, { width: 100, height: 100 }, { x: 0, y: 0 }],
  ])('%s', (_, offset, zoom, media, kept) => expect(keepInFrame(offset, zoom, media, frame)).toEqual(kept));

  it('goes 8 % of the frame by one press', () => {
    expect(nudge({ x: 1, y: 0 }, { x: 1, y: 0 }, frame)).toEqual({ x: expect.closeTo(28.44), y: 0 });
    expect(nudge({ x: 0, y: 1 }, { x: 0, y: -1 }, frame)).toEqual({ x: 0, y: expect.closeTo(-17) });
  });

  it.each([
    [1, 1, 1.25],
    [1, -1, 1],
    [3, 1, 3],
    [1.1, 1, 1.35],
  ] as const)('at %f zooms by %i to %f', (zoom, steps, next) => expect(zoomBy(zoom, steps)).toBe(next));
});
