import { CANVAS, circle, many, path, placed, random, SCALE, sprig, stroke } from './paint.ts';

const floorShadow = (width: number): string => `<ellipse cx="6" cy="4" rx="${width * 0.62}" ry="16" fill="#29455a" fill-opacity=".3"/>`;

/** A preserving jar, its foot at the origin. */
function jar(width: number, height: number, fill: string, pieces: string): string {
  const half = width / 2;
  const glass = `M${-half} 0Q${-half} 10 ${-half + 14} 10L${half - 14} 10Q${half} 10 ${half} 0L${half} ${-height + 50}Q${half} ${-height + 16} ${half - 22} ${-height + 8}L${-half + 22} ${-height + 8}Q${-half} ${-height + 16} ${-half} ${-height + 50}Z`;
  return floorShadow(width) + path(glass, '#ffffff', 'fill-opacity=".45"') + `<g><rect x="${-half + 9}" y="${-height + 84}" width="${width - 18}" height="${height - 80}" rx="14" fill="${fill}"/>${pieces}</g>` +
    path(glass, 'url(#glass)', 'stroke="#fff" stroke-opacity=".8" stroke-width="4"') +
    `<rect x="${-half + 14}" y="${-height - 34}" width="${width - 28}" height="50" rx="9" fill="url(#lid)"/>` +
    stroke(`M${-half + 20} ${-height + 62}L${-half + 20} -22`, '#fff', 9, 'stroke-opacity=".65"');
}

function milk(): string {
  return floorShadow(150) + path('M-78 8L-78 -300Q-78 -350 -44 -384L-44 -440L44 -440L44 -384Q78 -350 78 -300L78 8Q78 14 70 14L-70 14Q-78 14 -78 8Z', '#fdfdfb') +
    path('M-78 -120L78 -120L78 8Q78 14 70 14L-70 14Q-78 14 -78 8Z', '#e6f0f7') + '<rect x="-52" y="-472" width="104" height="46" rx="10" fill="#3f86c9"/>' +
    path('M-78 -250L78 -250L78 -150L-78 -150Z', '#3f86c9') + circle(30, '#fff', 'cy="-200"') + stroke('M-58 -330L-58 -10', '#fff', 9, 'stroke-opacity=".9"') + stroke('M62 -320L62 -8', '#bcd0df', 8, 'stroke-opacity=".7"');
}

function apple(radius: number, colors: 'red' | 'green'): string {
  return `<g transform="translate(0 ${-radius * 0.9})">${path(`M0 ${-radius * 0.7}C${radius * 0.5} ${-radius * 1.15} ${radius * 1.25} ${-radius * 0.6} ${radius} ${radius * 0.25}C${radius * 0.75} ${radius * 1.05} ${radius * 0.2} ${radius * 1.05} 0 ${radius * 0.92}C${-radius * 0.2} ${radius * 1.05} ${-radius * 0.75} ${radius * 1.05} ${-radius} ${radius * 0.25}C${-radius * 1.25} ${-radius * 0.6} ${-radius * 0.5} ${-radius * 1.15} 0 ${-radius * 0.7}Z`, `url(#${colors})`)}${stroke(`M0 ${-radius * 0.66}Q6 ${-radius} ${radius * 0.2} ${-radius * 1.16}`, '#6b4423', 9)}<ellipse cx="${-radius * 0.42}" cy="${-radius * 0.28}" rx="${radius * 0.2}" ry="${radius * 0.34}" fill="#fff" fill-opacity=".55" transform="rotate(24)"/></g>`;
}

function eggs(): string {
  const egg = '<ellipse rx="46" ry="60" cy="-52" fill="url(#egg)"/><ellipse cx="-14" cy="-76" rx="11" ry="17" fill="#fff" fill-opacity=".7"/>';
  return floorShadow(460) + many(5, (index) => placed(-184 + index * 92, -18, index % 2 === 0 ? -4 : 5, egg)) + '<path d="M-250 -62Q-204 -26 -184 -62Q-138 -26 -92 -62Q-46 -26 0 -62Q46 -26 92 -62Q138 -26 184 -62Q204 -26 250 -62L232 12L-232 12Z" fill="#b5a68f"/><path d="M-250 -62L-232 12L232 12L250 -62L240 -40Q0 -22 -240 -40Z" fill="#8d7d66" fill-opacity=".4"/>';
}

const shelf = (y: number): string => `<rect x="90" y="${y}" width="1420" height="26" rx="8" fill="url(#edge)"/><rect x="90" y="${y + 26}" width="1420" height="70" fill="#3d6076" fill-opacity=".16" filter="url(#blur)"/><rect x="90" y="${y + 2}" width="1420" height="5" fill="#fff" fill-opacity=".9"/>`;

const stops = (id: string, colors: readonly [string, string, string]) => `<radialGradient id="${id}" cx=".36" cy=".3" r=".85"><stop offset="0" stop-color="${colors[0]}"/><stop offset=".6" stop-color="${colors[1]}"/><stop offset="1" stop-color="${colors[2]}"/></radialGradient>`;

/** The inside of a tidy fridge, its light on. */
export function fridgeShelf(): string {
  const next = random(71);
  const { width, height } = CANVAS;
  const pickles = many(9, (index) => `<ellipse cx="${-52 + (index % 3) * 52}" cy="${-50 - Math.floor(index / 3) * 62}" rx="30" ry="24" fill="#8fb04a" stroke="#d9e6a5" stroke-width="6"/>`);
  const lemons = many(8, (index) => `<circle cx="${-44 + (index % 2) * 88}" cy="${-46 - Math.floor(index / 2) * 56}" r="38" fill="#ffd84d" stroke="#fff3b8" stroke-width="8"/>`);
  const jam = many(14, () => `<circle cx="${(next() - 0.5) * 120}" cy="${-30 - next() * 150}" r="${10 + next() * 8}" fill="#8c1230"/>`);
  const greens = placed(0, 0, 0, many(11, (index) => placed(-150 + index * 30, -10, -34 + index * 7, stroke('M0 0L0 -150', '#9cc66d', 12) + placed(0, -130, 0, sprig(5, 92, next, index % 2 === 0 ? '#3f8a45' : '#5aa552', '#b9e09f')))));
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * SCALE}" height="${height * SCALE}" viewBox="0 0 ${width} ${height}">
<defs>
<filter id="blur" x="-40%" y="-80%" width="180%" height="260%"><feGaussianBlur stdDeviation="12"/></filter>
<filter id="glow" x="-50%" y="-50%" width="200%" height="200%"><feGaussianBlur stdDeviation="70"/></filter>
<linearGradient id="back" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#fffdf3"/><stop offset=".35" stop-color="#eef6f9"/><stop offset="1" stop-color="#b9d2df"/></linearGradient>
<linearGradient id="side" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#9dbccb"/><stop offset="1" stop-color="#dfecf2"/></linearGradient>
<linearGradient id="edge" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="#ffffff"/><stop offset="1" stop-color="#a9c6d5"/></linearGradient>
<linearGradient id="glass" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#fff" stop-opacity=".5"/><stop offset=".3" stop-color="#fff" stop-opacity=".04"/><stop offset=".8" stop-color="#fff" stop-opacity=".02"/><stop offset="1" stop-color="#dcebf2" stop-opacity=".55"/></linearGradient>
<linearGradient id="lid" x1="0" y1="0" x2="1" y2="0"><stop offset="0" stop-color="#c9963f"/><stop offset=".35" stop-color="#f4d68c"/><stop offset="1" stop-color="#a67428"/></linearGradient>
${stops('red', ['#ff9a80', '#d8392f', '#8f1420'])}${stops('green', ['#e6f3a0', '#9dc24a', '#5c8428'])}${stops('egg', ['#fff4e4', '#edc9a0', '#c79866'])}
</defs>
<rect width="${width}" height="${height}" fill="url(#back)"/>
<path d="M0 0L90 40L90 1160L0 1200Z" fill="url(#side)"/><path d="M1600 0L1510 40L1510 1160L1600 1200Z" fill="url(#side)"/>
<rect x="500" y="0" width="600" height="44" rx="20" fill="#fffbe2"/><ellipse cx="800" cy="30" rx="620" ry="210" fill="#fff3b6" fill-opacity=".8" filter="url(#glow)"/>
${placed(330, 500, 0, milk())}${placed(580, 508, 0, jar(190, 300, '#f6e27a', lemons))}${placed(810, 508, 0, jar(210, 250, '#b21f45', jam))}${placed(1060, 508, 0, jar(190, 310, '#dbe6a9', pickles))}${placed(1310, 508, 0, floorShadow(180) + apple(88, 'green'))}
${shelf(512)}
${placed(380, 838, 0, eggs())}${placed(760, 842, 0, floorShadow(170) + apple(86, 'red'))}${placed(936, 842, 0, floorShadow(170) + apple(82, 'red'))}${placed(848, 726, 8, apple(76, 'green'))}${placed(1260, 846, 0, floorShadow(360) + greens)}
${shelf(850)}
<rect x="120" y="905" width="1360" height="270" rx="26" fill="#e3f0f6" fill-opacity=".85" stroke="#fff" stroke-width="6"/>
${many(9, (index) => placed(240 + index * 140, 1150, 0, apple(72 + next() * 18, next() > 0.5 ? 'red' : 'green')))}
<rect x="120" y="905" width="1360" height="270" rx="26" fill="url(#glass)" fill-opacity=".8"/><rect x="640" y="926" width="320" height="26" rx="13" fill="#fff" fill-opacity=".9"/>
</svg>`;
}
