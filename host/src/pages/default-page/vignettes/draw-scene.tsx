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
export function DrawScene() {
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
