export type Size = { width: number; height: number };

/** The size within which a picture is drawn: its long side at most so many px, never enlarged, at least 1 px. */
export function fitWithin({ width, height }: Size, longSide: number): Size {
  const scale = Math.min(1, longSide / Math.max(width, height));
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
}
