import type { ReactNode } from 'react';

export function FridgeCabinet({ paint }: { paint: string }) {
  return (
    <>
      <path d="M70 300h18v5a3 3 0 0 1-3 3H73a3 3 0 0 1-3-3v-5ZM156 300h18v5a3 3 0 0 1-3 3h-12a3 3 0 0 1-3-3v-5Z" fill="var(--shade)" />
      <path d="M70 300h18v5a3 3 0 0 1-3 3H73a3 3 0 0 1-3-3v-5ZM156 300h18v5a3 3 0 0 1-3 3h-12a3 3 0 0 1-3-3v-5Z" fill="#000" opacity=".4" />
      <rect x="72" y="26" width="118" height="276" rx="16" fill="var(--shade)" />
      <rect x="72" y="26" width="118" height="276" rx="16" fill="#000" opacity=".16" />
      <rect x="56" y="24" width="122" height="278" rx="16" fill="var(--shade)" />
      <rect x="56" y="24" width="122" height="278" rx="16" fill="#000" opacity=".3" />
      <path d="M60 198h114a4 4 0 0 1 4 4v84a16 16 0 0 1-16 16H72a16 16 0 0 1-16-16v-84a4 4 0 0 1 4-4Z" fill={paint} stroke="var(--shade)" strokeWidth="1.75" />
      <path d="m122 198-20 104h26l20-104Z" fill="#fff" opacity=".1" />
      <path d="M60.5 276v-72.5a2 2 0 0 1 2-2H140" stroke="#fff" strokeWidth="1.75" opacity="var(--gleam)" />
      <Handle x={67} y={210} height={46} />
    </>
  );
}

export function UpperDoor({ paint, children }: { paint: string; children: ReactNode }) {
  return (
    <>
      <path d="M72 24h90a16 16 0 0 1 16 16v150a4 4 0 0 1-4 4H60a4 4 0 0 1-4-4V40a16 16 0 0 1 16-16Z" fill={paint} stroke="var(--shade)" strokeWidth="1.75" />
      <path d="M154 24 122 194h26l30-150V40a16 16 0 0 0-16-16h-8Z" fill="#fff" opacity=".1" />
      <path d="M60.5 172V42a13.5 13.5 0 0 1 13.5-13.5H140" stroke="#fff" strokeWidth="1.75" opacity="var(--gleam)" />
      <Handle x={67} y={92} height={90} />
      {children}
    </>
  );
}

export function Handle({ x, y, height }: { x: number; y: number; height: number }) {
  return (
    <>
      <rect x={x + 3} y={y + 3} width="6" height={height} rx="3" fill="#000" opacity=".14" />
      <rect x={x} y={y} width="6.5" height={height} rx="3.25" fill="var(--handle)" />
      <path d={`M${x + 2} ${y + 5}v${height - 10}`} stroke="#fff" strokeWidth="1.2" opacity=".45" />
    </>
  );
}
