/** A warm kitchen: tomatoes and eggs on a plate, on woven linen. */
export function ContestScene() {
  return (
    <>
      <path d="M0 0h320v200H0Z" fill="#f7ead2" />
      <path d="M0 20h320M0 60h320M0 100h320M0 140h320M0 180h320" stroke="#fff9ef" strokeWidth="9" strokeLinecap="butt" />
      <path d="M20 0v200M60 0v200M100 0v200M140 0v200M180 0v200M220 0v200M260 0v200M300 0v200" stroke="#fff9ef" strokeWidth="9" strokeOpacity=".7" strokeLinecap="butt" />
      <ellipse cx="158" cy="112" rx="84" ry="82" fill="#d9c29a" opacity=".55" />
      <circle cx="154" cy="102" r="80" fill="#fffdf8" />
      <circle cx="154" cy="102" r="58" fill="#f6ecda" />
      <path d="M112 106c-4-22 14-40 36-38 10-10 34-4 40 10 14 4 20 20 12 34 2 16-16 30-34 26-14 10-38 6-42-8-8-4-12-14-12-24Z" fill="#ffc94d" />
      <path d="M134 90c8-8 22-8 28 2M168 122c10 0 18-6 20-14" stroke="#fff0bd" strokeWidth="6" />
      <circle cx="138" cy="112" r="19" fill="#c23f1c" />
      <circle cx="174" cy="92" r="17" fill="#d8532c" />
      <path d="M130 106q3-5 9-5M167 86q3-4 8-4" stroke="#fff" strokeOpacity=".6" strokeWidth="3" />
      <path d="M150 134c2-14 14-20 26-18-2 14-14 20-26 18ZM114 88c4-10 14-13 22-9-4 10-13 13-22 9Z" fill="#2f6b3a" />
      <path d="m153 131 16-11M117 87l13-5" stroke="#a9cf9a" strokeWidth="1.75" />
      <path d="m250 26 -16 156M268 30l-22 154" stroke="#8a5632" strokeWidth="6" />
      <path d="m236 160-2 22M249 162l-3 22" stroke="#c23f1c" strokeWidth="6" />
    </>
  );
}
