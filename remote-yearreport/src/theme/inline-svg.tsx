export interface InlineSvgProps {
  /** Text of an .svg file. */
  svg: string;
  /** Origin in the outer drawing. */
  x?: number;
  y?: number;
}

/** Inline: its colours follow the night's custom properties. */
export function InlineSvg({ svg, x = 0, y = 0 }: InlineSvgProps) {
  return <g transform={`translate(${x} ${y})`} dangerouslySetInnerHTML={{ __html: svg }} />;
}

/** For an `svg` with a meaning. */
export const namedImage = (label: string) => ({ role: 'img', 'aria-label': label }) as const;
