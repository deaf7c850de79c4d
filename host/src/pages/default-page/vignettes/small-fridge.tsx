/** The fridge from afar: `x`, `y` are its top left corner in a scene, `height` its size; it is half as wide. */
export function SmallFridge({ x, y, height }: { x: number; y: number; height: number }) {
  return (
    <g transform={`translate(${x} ${y}) scale(${height / 100})`}>
      <rect width="50" height="100" rx="8" fill="var(--fridge-body-shade)" />
      <rect width="46" height="100" rx="8" fill="var(--fridge-body)" />
      <path d="M0 64h46" stroke="var(--fridge-body-shade)" strokeWidth="2.5" strokeLinecap="butt" />
      <path d="M7 26v30M7 72v14" stroke="var(--fridge-handle)" strokeWidth="3.5" />
      <rect x="17" y="13" width="23" height="16" rx="5" fill="var(--fridge-display)" />
      <path d="M24 19v.01M33 19v.01M25 23q3.5 2.5 7 0" stroke="var(--fridge-light)" strokeWidth="2" />
    </g>
  );
}
