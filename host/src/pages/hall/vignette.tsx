import type { ReactNode } from 'react';

const scenes: Record<string, ReactNode> = {
  campaign2023: <CampaignScene />,
  draw: <DrawScene />,
  contest: <ContestScene />,
  yearreport: <ReportScene />,
};

/** A glimpse of an activity's world (look, "Worlds"); one the host doesn't know by name gets the skin's kitchen. */
export function Vignette({ name }: { name: string }) {
  return (
    <svg aria-hidden="true" width="100%" height="100%" viewBox="0 0 320 200" preserveAspectRatio="xMidYMid slice" fill="none" strokeLinecap="round" strokeLinejoin="round" focusable="false">
      {(Object.hasOwn(scenes, name) && scenes[name]) || <KitchenScene />}
    </svg>
  );
}

/** Noon over night: the line between them is a mountain range and a tariff curve at once. */
function CampaignScene() {
  return (
    <>
      <path d="M0 0h320v200H0Z" fill="#ffd36b" />
      <circle cx="196" cy="52" r="62" fill="#ffdf8f" />
      <circle cx="196" cy="52" r="40" fill="#ffe9b0" />
      <circle cx="196" cy="52" r="22" fill="#fff8e2" />
      <path d="M0 128c34 0 44-38 84-38s50 44 92 44 56-58 96-58c26 0 36 16 48 16v108H0Z" fill="#f2a63c" />
      <SmallFridge x={146} y={72} height={76} />
      <path d="M0 150c38 0 50-34 90-34s48 32 84 32 54-46 92-46c28 0 40 14 54 14v84H0Z" fill="#0b2a5b" />
      <path d="M0 178c44 0 62-20 102-20s60 24 98 24 66-24 120-24v42H0Z" fill="#123a78" />
      <path d="M84 136a13 13 0 1 0 12.5 17A11 11 0 0 1 84 136Z" fill="#eaf2ff" />
      <path d="M232 138v.01M264 124v.01M288 146v.01M124 166v.01M218 166v.01" stroke="#eaf2ff" strokeWidth="3" />
    </>
  );
}

/** Eight segments as on the real wheel (spec section 9), seen from below its middle. */
const segments = Array.from({ length: 8 }, (_, index) => index);
const centre = { x: 160, y: 128 };
const bulbs = Array.from({ length: 24 }, (_, index) => index * 15);

/** A point of a circle around the hub; 0 degrees is the top. */
function onCircle(radius: number, degrees: number): string {
  const angle = ((degrees - 90) * Math.PI) / 180;
  return `${(centre.x + radius * Math.cos(angle)).toFixed(1)} ${(centre.y + radius * Math.sin(angle)).toFixed(1)}`;
}

/** A lacquered festival: the wheel is the fridge's round window. */
function DrawScene() {
  return (
    <>
      <path d="M0 0h320v200H0Z" fill="#7a0a1b" />
      <path d="M0 200V60C40 20 90 0 160 0s120 20 160 60v140Z" fill="#93101f" />
      <circle cx={centre.x} cy={centre.y} r="112" fill="#b80f2a" />
      <circle cx={centre.x} cy={centre.y} r="112" stroke="#d9303f" strokeWidth="2" />
      {segments.map((index) => (
        <path
          key={index}
          d={`M${centre.x} ${centre.y}L${onCircle(94, index * 45 - 22.5)}A94 94 0 0 1 ${onCircle(94, index * 45 + 22.5)}Z`}
          fill={index % 2 ? '#f6c667' : '#fff3dc'}
        />
      ))}
      <path d={bulbs.map((degrees) => `M${onCircle(103, degrees)}v.01`).join('')} stroke="#ffe7b0" strokeWidth="6" />
      <path d={segments.map((index) => `M${onCircle(62, index * 45)}v.01`).join('')} stroke="#b80f2a" strokeWidth="15" />
      <path d={segments.map((index) => `M${onCircle(62, index * 45)}v.01`).join('')} stroke="#7a0a1b" strokeWidth="4" />
      <circle cx={centre.x} cy={centre.y} r="27" fill="#7a0a1b" />
      <circle cx={centre.x} cy={centre.y} r="21" fill="#f6c667" />
      <path d="M152 124v.01M168 124v.01M153.5 132.5q6.5 5 13 0" stroke="#5a1a00" strokeWidth="3" />
      <path d="M146 6h28l-14 32Z" fill="#fff3dc" stroke="#7a0a1b" strokeWidth="3" />
    </>
  );
}

/** A warm kitchen: tomatoes and eggs on a plate, on woven linen. */
function ContestScene() {
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

/** One night, seen by the fridge's light: each lit window is a time the door was opened. */
function ReportScene() {
  return (
    <>
      <path d="M0 0h320v200H0Z" fill="#1a1446" />
      <path d="M196 60 0 96v104h150Z" fill="#ffd98a" opacity=".16" />
      <path d="M196 66 20 128v72h104Z" fill="#ffd98a" opacity=".2" />
      <path d="M0 168h320v32H0Z" fill="#120d38" />
      <path d="M196 168 150 200H40l90-32Z" fill="#ffd98a" opacity=".34" />
      <rect x="84" y="30" width="92" height="104" rx="8" fill="#0b1030" stroke="#3a3280" strokeWidth="5" />
      <circle cx="152" cy="56" r="12" fill="#ffd98a" />
      <path d="M87 131V98h16v12h14V84h20v22h14V94h22v37Z" fill="#241c60" />
      <path d="M95 106v.01M95 116v.01M123 94v.01M131 104v.01M123 114v.01M160 104v.01M166 114v.01M144 116v.01" stroke="#ffd98a" strokeWidth="4" strokeLinecap="square" />
      <path d="M130 30v104M84 82h92" stroke="#3a3280" strokeWidth="4" strokeLinecap="butt" />
      <path d="M196 62 190 60v106l6 2Z" fill="#ffd98a" />
      <SmallFridge x={194} y={58} height={112} />
    </>
  );
}

/** The skin's own kitchen, for an activity without a known world. */
function KitchenScene() {
  return (
    <>
      <path d="M0 0h320v200H0Z" fill="var(--color-line)" />
      <path d="M0 150h320v50H0Z" fill="var(--color-surface)" />
      <path d="M150 50 20 200h120Z" fill="var(--fridge-light)" opacity=".7" />
      <SmallFridge x={142} y={40} height={124} />
    </>
  );
}

/** The fridge from afar: `x`, `y` are its top left corner in a scene, `height` its size; it is half as wide. */
function SmallFridge({ x, y, height }: { x: number; y: number; height: number }) {
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
