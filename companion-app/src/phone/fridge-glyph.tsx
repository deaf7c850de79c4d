/** A fridge in outline, 40 x 56 px. */
export function FridgeGlyph() {
  return (
    <svg viewBox="0 0 40 56" width="40" height="56" fill="none" stroke="currentColor" strokeWidth="1.75" strokeLinecap="round" aria-hidden="true">
      <rect x="4" y="2" width="32" height="50" rx="6" fill="#f1f3f4" stroke="#15181a" />
      <path d="M4 21h32M10 52v3M30 52v3" stroke="#15181a" />
      <path d="M30 9v7M30 26v11" stroke="#bf3f08" strokeWidth="2.5" />
    </svg>
  );
}
