/** A laid table that waits for its dish: plate, cutlery, and the fridge's light that falls onto it. Decoration. */
export function EmptyTable({ className }: { className?: string | undefined }) {
  return (
    <svg className={className} viewBox="0 0 320 220" aria-hidden="true" focusable="false" fill="none">
      <defs>
        <radialGradient id="contest-light" cx="352" cy="-34" r="330" gradientUnits="userSpaceOnUse">
          <stop stopColor="#ffd98a" stopOpacity=".95" />
          <stop offset=".5" stopColor="#ffdf9a" stopOpacity=".55" />
          <stop offset="1" stopColor="#ffdf9a" stopOpacity="0" />
        </radialGradient>
      </defs>
      <path d="M352-34 10 60l130 210 130 10Z" fill="url(#contest-light)" />
      <ellipse cx="162" cy="137" rx="92" ry="66" fill="#3b2416" opacity=".1" />
      <ellipse cx="160" cy="128" rx="92" ry="66" fill="#fffdf9" stroke="#d9c2a0" strokeWidth="2" />
      <ellipse cx="160" cy="128" rx="62" ry="43" fill="#fff6e6" stroke="#e6d5bb" strokeWidth="2" />
      <path d="M112 116c6-15 22-26 44-28" stroke="#fff" strokeWidth="5" strokeLinecap="round" />
      <path d="M34 78v34c0 9 6 12 6 12v66M22 78v30c0 10 12 10 12 10M46 78v30c0 10-12 10-12 10" stroke="#8a6a4c" strokeWidth="5" strokeLinecap="round" strokeLinejoin="round" />
      <path d="M286 190V80c-16 8-18 46-3 60" stroke="#8a6a4c" strokeWidth="5" strokeLinecap="round" strokeLinejoin="round" />
      <g transform="translate(160 124)">
        <path d="M-20 6c-2-17 8-24 20-24s22 7 20 24c-2 12-11 17-20 17S-18 18-20 6Z" fill="#c23f1c" />
        <path d="M-12-2c2-7 6-10 11-11" stroke="#ffb49c" strokeWidth="3.4" strokeLinecap="round" />
        <path d="M0-17c-7-3-13 0-15 4 6 1 10 0 15-2 5 2 9 3 15 2-2-4-8-7-15-4Zm0 0c0-4 1-7 4-9" fill="#2f6b3a" stroke="#2f6b3a" strokeWidth="2.6" strokeLinejoin="round" strokeLinecap="round" />
      </g>
    </svg>
  );
}
