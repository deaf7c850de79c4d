/** Things that stand in the kitchen, each drawn from the middle of its foot at (0, 0) upwards. */

const at = (x: number, y: number) => ({ transform: `translate(${x} ${y})` });

export interface ThingProps {
  x: number;
  /** The worktop is at 340. */
  y?: number;
}

/** @property minute what it shows, since midnight */
export function AlarmClock({ x, y = 340, minute }: ThingProps & { minute: number }) {
  const hours = Array.from({ length: 12 }, (_, hour) => hour * 30);
  return (
    <g {...at(x, y)}>
      <path d="m-34-14-10 14M34-14 44 0" stroke="var(--shade)" strokeWidth="9" />
      <path d="m-34-14-10 14M34-14 44 0" stroke="var(--coral)" strokeWidth="5" />
      <path d="M-58-112a24 24 0 0 1 36-22ZM58-112a24 24 0 0 0-36-22Z" fill="var(--gold)" />
      <path d="M0-138v14M-9-140H9" stroke="var(--gold)" strokeWidth="5" />
      <circle cy="-66" r="62" fill="var(--coral)" />
      <path d="M-44-22a62 62 0 0 1-10-74" stroke="#fff" strokeOpacity=".35" strokeWidth="4" />
      <circle cy="-66" r="49" fill="var(--cream)" />
      {hours.map((turn) => <path key={turn} d={turn % 90 === 0 ? 'M0-110v8' : 'M0-110v3'} stroke="var(--paper-ink)" strokeOpacity=".7" strokeWidth="3" transform={`rotate(${turn} 0 -66)`} />)}
      <path d="M0-66v-24" stroke="var(--paper-ink)" strokeWidth="6" transform={`rotate(${minute / 2} 0 -66)`} />
      <path d="M0-66v-36" stroke="var(--paper-ink)" strokeWidth="4" transform={`rotate(${(minute % 60) * 6} 0 -66)`} />
      <circle cy="-66" r="5" fill="var(--coral)" />
    </g>
  );
}

export function MilkBottle({ x, y = 340 }: ThingProps) {
  return (
    <g {...at(x, y)}>
      <path d="M-24 0v-66q0-16 10-26v-22h28v22q10 10 10 26V0q-24 5-48 0Z" fill="#fff" fillOpacity=".2" stroke="#fff" strokeOpacity=".55" strokeWidth="2" />
      <path d="M-21-3v-58q0-7 3-13 18 5 36 0 3 6 3 13v58q-21 4-42 0Z" fill="#fffaf0" />
      <path d="M-16-116h32v8h-32Z" fill="var(--mint)" /><path d="M-17-56v38" stroke="#fff" strokeWidth="4" strokeOpacity=".9" />
      <path d="M-21-44h42v22h-42Z" fill="var(--lilac)" opacity=".85" /><path d="M-6-33h12" stroke="#fff" strokeWidth="3" />
    </g>
  );
}

export function Toaster({ x, y = 340 }: ThingProps) {
  return (
    <g {...at(x, y)}>
      <g>
        <path d="M-44-58v-34q-8-14 8-20h30q14 6 6 20v34Z" fill="#e9a95b" /><path d="M-38-60v-32q-5-9 5-13h24q9 4 4 13v32Z" fill="#ffdca6" />
        <path d="M4-58v-28q-8-14 8-20h30q14 6 6 20v28Z" fill="#d8964a" /><path d="M10-60v-26q-5-9 5-13h24q9 4 4 13v26Z" fill="#ffd096" />
      </g>
      <path d="M-70-8v-42a24 24 0 0 1 24-24h92a24 24 0 0 1 24 24v42a8 8 0 0 1-8 8H-62a8 8 0 0 1-8-8Z" fill="var(--lilac)" />
      <path d="M-60-10v-38a16 16 0 0 1 16-16h30" stroke="#fff" strokeOpacity=".4" strokeWidth="4" /><path d="M-54-70H50" stroke="var(--shade)" strokeOpacity=".5" strokeWidth="5" />
      <circle cx="46" cy="-26" r="9" fill="var(--cream)" /><path d="M46-26v-6" stroke="var(--paper-ink)" strokeWidth="3" /><path d="M-58 0h20M38 0h20" stroke="var(--shade)" strokeWidth="6" />
    </g>
  );
}

export function Steam({ x, y }: Required<ThingProps>) {
  return (
    <g {...at(x, y)} stroke="var(--cream)" strokeWidth="5" opacity=".6">
      <path d="M-26 0q-12-14 0-26t0-26" /><path d="M0-6q-12-14 0-28t0-28" /><path d="M26 0q-12-14 0-26t0-26" />
    </g>
  );
}

export function NoodleBowl({ x, y = 340 }: ThingProps) {
  return (
    <g {...at(x, y)}>
      <Steam x={0} y={-92} />
      <path d="m30-120 50-46M42-112l50-44" stroke="#c98a4e" strokeWidth="6" />
      <ellipse cy="-76" rx="80" ry="17" fill="#f5c98a" />
      <path d="M-70-78q12-9 22 0t22 0 22 0 22 0 22 0 22 0M-60-70q12-9 22 0t22 0 22 0 22 0 22 0" stroke="#fff0c9" strokeWidth="5" />
      <ellipse cx="-28" cy="-82" rx="19" ry="11" fill="#fffdf5" /><ellipse cx="-28" cy="-83" rx="9" ry="6" fill="#ffb347" />
      <path d="M8-86h26l-5 10H6ZM16-92h22" stroke="var(--mint)" strokeWidth="5" />
      <path d="M-84-76H84q-4 54-44 70h-80q-40-16-44-70Z" fill="var(--coral)" />
      <path d="M-70-64q5 34 30 48" stroke="#fff" strokeOpacity=".45" strokeWidth="5" /><path d="M-76-56H76" stroke="var(--cream)" strokeWidth="5" strokeDasharray="1 13" />
      <path d="M-38-8h76v8h-76Z" fill="var(--shade)" fillOpacity=".55" />
    </g>
  );
}

export function FruitBowl({ x, y = 340 }: ThingProps) {
  return (
    <g {...at(x, y)}>
      <circle cx="-34" cy="-74" r="28" fill="#ff7d5c" /><path d="M-34-100q2-10 12-12" stroke="#5f8f4e" strokeWidth="4" />
      <circle cx="32" cy="-72" r="27" fill="#ffb84d" /><path d="M32-97q-10-8-18 0 9 8 18 0Z" fill="#7cc47a" />
      <path d="M-6-60q-30-60 6-84-2 20 12 30 20 20-2 58Z" fill="#ffe07a" /><path d="M-6-60q-14-46 6-76" stroke="#d9a93a" strokeWidth="2" />
      <circle cx="2" cy="-62" r="25" fill="#9ad17a" /><path d="M2-86v-7" stroke="#5f7f4e" strokeWidth="4" />
      <path d="M58-66a9 9 0 1 1 10 10 9 9 0 1 1-13 9 9 9 0 1 1 3-19Z" fill="#a46bd8" />
      <path d="M-84-54H84q-8 42-46 54h-76q-38-12-46-54Z" fill="var(--lilac)" /><path d="M-68-44q8 22 28 32" stroke="#fff" strokeOpacity=".4" strokeWidth="5" />
    </g>
  );
}

export function IcedDrink({ x, y = 340 }: ThingProps) {
  return (
    <g {...at(x, y)}>
      <path d="M6-96 26-150h16" stroke="var(--coral)" strokeWidth="6" />
      <path d="M-36-112h72L28 0h-56Z" fill="#fff" fillOpacity=".18" stroke="#fff" strokeOpacity=".6" strokeWidth="2" />
      <path d="M-32-86q16 8 32 0t32 0L26-4h-52Z" fill="#ffb26b" fillOpacity=".9" />
      <path d="m-20-76 16-6 6 14-16 6ZM6-58l15-7 6 14-15 6ZM-22-46l15-4 4 14-14 4Z" fill="#fff" fillOpacity=".6" />
      <circle cx="36" cy="-114" r="19" fill="#ffe27a" stroke="#fff6d0" strokeWidth="4" /><path d="M36-128v28M22-114h28M26-124l20 20M46-124l-20 20" stroke="#fff6d0" strokeWidth="2" />
    </g>
  );
}

export function CookingPot({ x, y = 340 }: ThingProps) {
  return (
    <g {...at(x, y)}>
      <Steam x={0} y={-112} />
      <path d="M-78-52h-16M78-52h16" stroke="var(--shade)" strokeWidth="12" /><path d="M-78-52h-14M78-52h14" stroke="var(--gold)" strokeWidth="7" />
      <path d="M-78-80H78v58A22 22 0 0 1 56 0H-56a22 22 0 0 1-22-22Z" fill="var(--coral)" /><path d="M-64-66v38q0 16 14 18" stroke="#fff" strokeOpacity=".4" strokeWidth="5" />
      <path d="M-84-80q6-24 84-24t84 24Z" fill="#ffb199" /><circle cy="-108" r="9" fill="var(--gold)" />
    </g>
  );
}

/** Asleep, tail around itself. */
export function Cat({ x, y = 340 }: ThingProps) {
  return (
    <g {...at(x, y)}>
      <path d="M-62 0q-16-44 34-52 58-8 78 22 16 30 4 30Z" fill="var(--near)" /><path d="M-62 0q-16-44 34-52 58-8 78 22 16 30 4 30Z" fill="var(--mid)" />
      <path d="M54-2Q80-2 84-22" stroke="var(--mid)" strokeWidth="13" />
      <path d="m-74-46-4-22 18 10h16l16-10-2 24a26 24 0 1 1-44-2Z" fill="var(--lilac)" />
      <path d="M-66-30q5 5 10 0M-46-30q5 5 10 0M-53-22h4" stroke="var(--shade)" strokeWidth="2.6" /><path d="M-20-40q20 4 26 26M10-48q18 8 22 26" stroke="var(--shade)" strokeOpacity=".3" strokeWidth="4" />
    </g>
  );
}

export function Plant({ x, y = 340 }: ThingProps) {
  return (
    <g {...at(x, y)}>
      <path d="M0-44q-4-40-34-52 2 36 34 52Zm0 0q0-52 30-72 6 44-30 72Zm0 2q-26-18-46-8 16 18 46 8Zm0 0q22-22 48-14-14 22-48 14Z" fill="var(--mint)" /><path d="M0-44q-6-24-22-40M0-44q4-34 20-56" stroke="var(--near)" strokeOpacity=".4" strokeWidth="2" />
      <path d="M-26-46h52l-6 46h-40Z" fill="var(--coral)" /><path d="M-29-46h58v-9h-58Z" fill="#ffb199" />
    </g>
  );
}
