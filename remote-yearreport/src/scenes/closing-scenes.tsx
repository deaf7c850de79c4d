import { Layer } from './layer.tsx';
import { litWindows } from './lit-windows.ts';

/** One path of lit windows on a grid. */
const windowsOn = (x: number, y: number, columns: number, rows: number, share: number) =>
  litWindows(columns * rows, share).map((at) => `M${x + (at % columns) * 15} ${y + Math.floor(at / columns) * 17}v9`).join('');

/** The city goes on to both sides of the picture, however flat it is shown. */
const CITY_STREETS = [-390, 0, 390] as const;

/** A whole city awake: everyone's windows. */
export function CityScene() {
  return (
    <>
      <Layer motion="rise">
        {CITY_ROWS.map(({ tint, blocks }) => CITY_STREETS.map((x) => <path key={tint + x} d={blocks} fill={tint} transform={`translate(${x})`} />))}
      </Layer>
      {CITY_WAVES.map((rows, wave) => (
        <Layer key={rows[0]?.tint} motion="fade" delay={520 + wave * 420} lasts={1000}>
          {rows.map(({ tint, windows, shine }) => (
            <g key={tint} stroke="var(--gold)" strokeWidth="7" strokeLinecap="butt" opacity={shine}>{CITY_STREETS.map((x) => <path key={x} d={windows} transform={`translate(${x})`} />)}</g>
          ))}
        </Layer>
      ))}
    </>
  );
}

/** Three rows of houses, the furthest first, and their windows. */
const CITY_ROWS = [
  {
    tint: 'var(--far)',
    shine: 0.42,
    blocks: 'M0 340V150h44v-40h56v60h30V70h62v96h44V96h60v74h34v-44h60v214Z',
    windows: windowsOn(56, 124, 3, 4, 0.6) + windowsOn(142, 84, 3, 6, 0.7) + windowsOn(248, 110, 3, 5, 0.6) + windowsOn(342, 140, 3, 4, 0.6),
  },
  {
    tint: 'var(--mid)',
    shine: 0.71,
    blocks: 'M0 340V220h54v-30h52v56h34v-66h64v42h30v-50h58v62h38v-36h60v142Z',
    windows: windowsOn(10, 234, 3, 4, 0.75) + windowsOn(66, 204, 3, 4, 0.7) + windowsOn(152, 194, 3, 4, 0.75) + windowsOn(246, 186, 3, 5, 0.7) + windowsOn(342, 212, 3, 4, 0.7),
  },
  {
    tint: 'var(--near)',
    shine: 1,
    blocks: 'M0 340v-54h52v-32h58v44h40v-62h66v70h40v-44h56v36h40v-58h38v100Z',
    windows: windowsOn(10, 298, 3, 2, 0.9) + windowsOn(66, 266, 3, 4, 0.8) + windowsOn(164, 250, 3, 5, 0.8) + windowsOn(268, 284, 3, 3, 0.9) + windowsOn(362, 254, 2, 5, 0.8),
  },
] as const;

/** The windows light up from afar. */
const CITY_WAVES = [CITY_ROWS.slice(0, 2), CITY_ROWS.slice(2)] as const;

/** The fridge wide open: what health looks like on three shelves. */
export function ShelvesScene() {
  return (
    <>
      <Layer motion="rise">
        <path d="M60 24a14 14 0 0 1 14-14h180a14 14 0 0 1 14 14v316H60Z" fill="var(--fridge-body-shade)" /><path d="M74 34a8 8 0 0 1 8-8h164a8 8 0 0 1 8 8v306H74Z" fill="#fff4d6" />
        <path d="M74 34a8 8 0 0 1 8-8h164a8 8 0 0 1 8 8v24H74Z" fill="var(--glow)" /><path d="M268 22 338 8a8 8 0 0 1 10 8v324h-80Z" fill="var(--fridge-body)" /><path d="M282 60h44v34h-44ZM282 140h44v40h-44ZM282 226h44v40h-44Z" fill="var(--fridge-body-shade)" opacity=".7" />
        <path d="M74 128h180M74 226h180M74 322h180" stroke="#d9b878" strokeWidth="5" />
      </Layer>
      <Layer motion="pop" delay={300}>
        <path d="M90 126V84h30v42ZM126 126V72q14-14 28 0v54Z" fill="var(--mint)" /><path d="M126 92h28" stroke="#fff" strokeWidth="9" /><path d="M168 126q-8-36 22-40 30 4 22 40Z" fill="#ff8e6e" /><path d="M190 86q0-10 10-14" stroke="#4f8a5a" strokeWidth="5" />
        <path d="M218 126V96h26v30Z" fill="#9b8cff" />
      </Layer>
      <Layer motion="pop" delay={440}>
        <path d="M90 224q-6-44 30-48 36 4 30 48Z" fill="#7cc47a" /><path d="M120 178v44M102 192q18 0 18 18M138 192q-18 0-18 18" stroke="#3f7f4e" strokeWidth="3" />
        <path d="m160 222 12-46 24 12-20 40Z" fill="#ff9d4d" /><path d="m172 176 6-18 8 4 10-12 4 16 10 2-14 20Z" fill="#5da864" /><circle cx="222" cy="202" r="21" fill="#e2574c" /><path d="M214 182q8 6 16 0" stroke="#3f7f4e" strokeWidth="5" />
        <path d="M88 320v-46h52v46Z" fill="#bfe3ff" /><path d="M88 288h52" stroke="#fff" strokeWidth="8" /><path d="M152 320q-6-30 8-44h22q14 14 8 44Z" fill="#fff" /><path d="M156 300h32" stroke="#8fb4ff" strokeWidth="10" /><path d="M204 320a20 26 0 0 1 40 0Z" fill="#ffd06b" />
        <path d="M288 92V70h14v22ZM308 92V62h12v30ZM288 178v-28h32v28Z" fill="#fff" opacity=".85" /><path d="M288 264v-34a8 8 0 0 1 16 0v34ZM308 264v-26a6 6 0 0 1 12 0v26Z" fill="var(--mint)" />
      </Layer>
      <Layer motion="sway"><path d="M34 92q-24-22-8-36 10-6 16 6 8-12 18-4 12 14-26 34Z" fill="var(--coral)" transform="translate(-4 10)" /></Layer>
    </>
  );
}

const NOTES = 192;
const DONE = 52;

/** One paper note for each of the 192 suggestions; the 52 that came true glow. */
export function NotesScene() {
  const glowing = new Set(litWindows(NOTES, DONE / NOTES));
  const papers = (lit: boolean) => Array.from({ length: NOTES }, (_, note) => (glowing.has(note) === lit ? paperPath(note) : '')).join('');
  return (
    <>
      <Layer motion="rise"><path d={papers(false)} fill="var(--mid)" opacity=".55" /></Layer>
      <Layer motion="fade" delay={800} lasts={1400}><path d={papers(true)} fill="var(--gold)" /></Layer>
    </>
  );
}

/** A sheet's outline with its corner turned, from its upper left corner. */
const SHEET = [[0, 0], [15, 0], [15, 12], [10, 17], [0, 17]] as const;

/** A sheet hung a little askew, turned around its middle: in one path with all others it costs no element. */
function paperPath(note: number): string {
  const [left, top] = [24 + (note % 16) * 20.4, 48 + Math.floor(note / 16) * 23.5];
  const angle = ((((note * 37) % 13) - 6) * Math.PI) / 180;
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)];
  const corners = SHEET.map(([x, y]) => `${(left + 7 + (x - 7) * cos - (y - 8) * sin).toFixed(1)} ${(top + 8 + (x - 7) * sin + (y - 8) * cos).toFixed(1)}`);
  return `M${corners.join('L')}Z`;
}

type Lantern = readonly [x: number, y: number, size: number];

/** Sky lanterns in three groups that rise and sway each in its own time. */
const lanterns: readonly (readonly Lantern[])[] = [
  [[210, 76, 0.45], [300, 70, 0.5], [160, 40, 0.36], [262, 30, 0.34]],
  [[128, 170, 0.8], [254, 150, 0.7], [92, 90, 0.5], [350, 130, 0.6], [30, 150, 0.6]],
  [[62, 250, 1.1], [196, 262, 1.3], [318, 226, 1]],
];

/** Each lantern a person without a name. */
export function LanternScene() {
  return (
    <>
      {lanterns.map((group, at) => (
        <Layer key={group[0]?.[0]} motion="sway" delay={at * 260}>
          {group.map(([x, y, size]) => (
            <g key={x} transform={`translate(${x} ${y}) scale(${size})`}>
              <circle r="62" fill="var(--gold)" opacity=".1" /><circle r="42" fill="var(--gold)" opacity=".12" />
              <path d="M-26 32q-12-40-4-64 30-16 60 0 8 24-4 64Z" fill="#ff9e5e" /><path d="M-14 32q-8-40-2-68 16-6 32 0 6 28-2 68Z" fill="#ffd98a" /><path d="M-26 32h52l-3 7h-46Z" fill="#c9663a" /><ellipse cy="30" rx="10" ry="5" fill="#fff6d8" />
            </g>
          ))}
        </Layer>
      ))}
    </>
  );
}
