import { Layer } from './layer.tsx';

/** An ice lolly that has begun to melt, and the thermometer that tells why. */
export function TemperatureScene({ over }: { over: boolean }) {
  return (
    <>
      <Layer motion="fade" delay={500}>
        <path d="M92 338q-10-16 22-16 30-10 60 0 40-4 34 16Z" fill="var(--coral)" opacity=".75" /><path d="M120 330q20-5 40 0" stroke="#fff" strokeOpacity=".6" strokeWidth="3" />
      </Layer>
      <Layer motion="rise">
        <path d="M140 250h20v72q0 10-10 10t-10-10Z" fill="#e7bf88" /><path d="M140 262h20v12h-20Z" fill="#c79a62" />
        <path d="M88 92a62 62 0 0 1 124 0v150q0 12-12 12-8 0-10 10t-12 10-12-12-10-10-10 18-12 14-12-14-8-16q-2-6-10-6-16 0-16-14Z" fill="var(--coral)" />
        <path d="M88 92a62 62 0 0 1 124 0v34q-20 20-40 4t-44 6-40-8Z" fill="#ffd3bf" />
        <path d="M108 150v76M132 164v66M168 160v66M192 150v70" stroke="#fff" strokeOpacity=".22" strokeWidth="9" /><path d="M106 84q4-30 34-36" stroke="#fff" strokeOpacity=".8" strokeWidth="7" />
        <path d="M130 190q8 7 16 0M160 190q8 7 16 0M146 212q8 7 16 0" stroke="var(--paper-ink)" strokeWidth="4" />
        <path d="M278 80a24 24 0 0 1 48 0v158a44 44 0 1 1-48 0Z" fill="#fff" fillOpacity=".16" stroke="var(--text)" strokeOpacity=".65" strokeWidth="3" />
        <circle cx="302" cy="276" r="30" fill="var(--coral)" />
        <path d={over ? 'M293 276V84a9 9 0 0 1 18 0v192Z' : 'M293 276V150a9 9 0 0 1 18 0v126Z'} fill="var(--coral)" />
        <path d="M290 276a14 14 0 0 1 10-14" stroke="#fff" strokeOpacity=".7" strokeWidth="5" />
        <path d="M336 96h16M336 122h10M336 148h16M336 174h10M336 200h16M336 226h10" stroke="var(--quiet)" strokeWidth="3" />
      </Layer>
      <Layer motion="drop" delay={900}><path d="M118 300q-8 12 0 16 8-4 0-16ZM186 292q-7 11 0 15 7-4 0-15Z" fill="var(--coral)" /></Layer>
      <Layer motion="sway">
        <path stroke="var(--text)" strokeWidth="3" opacity=".8" d="M44 120v32M30 128l28 16M58 128l-28 16M248 40v22M239 45l18 12M257 45l-18 12" />
      </Layer>
    </>
  );
}
