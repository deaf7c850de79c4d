export interface InlineSvgProps {
  /** The text of an .svg file. */
  svg: string;
  /** Where the drawing's origin lies in the one around it, and its scale. */
  x?: number;
  y?: number;
  size?: number;
}

/** A drawing of an .svg file inside another. It is inline so that its colours follow the night's custom properties. */
export function InlineSvg({ svg, x = 0, y = 0, size = 1 }: InlineSvgProps) {
  return <g transform={`translate(${x} ${y}) scale(${size})`} dangerouslySetInnerHTML={{ __html: svg }} />;
}

/** Attributes of an `svg` that has a meaning. */
export const namedImage = (label: string) => ({ role: 'img', 'aria-label': label, focusable: false }) as const;
