import { blob, circle, citrus, many, path, placed, plate, radial, random, shadow, sprig, stroke, strewn, table } from './paint.ts';

const linen = ['#fff3dc', '#ead7b8', '#b9966b'] as const;
const walnut = ['#8a5b39', '#5d3820', '#331b0d'] as const;

const gradients = radial('salmon', [[0, '#ffb48e'], [0.55, '#f58b5f'], [1, '#d8632f']]) + radial('crust', [[0, '#f7b071'], [0.7, '#d9783a'], [1, '#a34d1b']]) +
  radial('pan', [[0, '#4b4b4d'], [0.75, '#2c2c2e'], [1, '#141415']]) + radial('board', [[0, '#e9bb83'], [0.7, '#d09a5c'], [1, '#a8713a']]);

const FILLET = 'M-290 20C-300 -70 -190 -120 -40 -118C120 -116 260 -90 292 -20C316 40 250 104 110 116C-50 128 -270 116 -290 20Z';

/** A fillet with its lines of fat; fried ones have a crust. */
function fillet(fried: boolean): string {
  const lines = many(9, (index) => {
    const x = -250 + index * 62;
    return stroke(`M${x} ${-88 + Math.abs(4 - index) * 9}Q${x + 52} 0 ${x + 6} ${88 - Math.abs(4 - index) * 8}`, '#ffe0c8', fried ? 7 : 9, `stroke-opacity="${fried ? 0.55 : 0.85}"`);
  });
  const next = random(fried ? 3 : 9);
  const fibres = many(120, () => {
    const [x, y] = [(next() - 0.5) * 480, (next() - 0.5) * 150];
    return stroke(`M${x} ${y}q${18 + next() * 22} ${-3 - next() * 4} ${36 + next() * 30} 0`, next() > 0.45 ? '#ffe6cf' : '#c9531f', 2 + next() * 3, `stroke-opacity="${0.1 + next() * 0.22}"`);
  });
  const char = fried ? many(4, (index) => stroke(`M${-200 + index * 120} -96L${-120 + index * 120} 92`, '#7a3410', 13, 'stroke-opacity=".45"')) : '';
  return shadow(path(FILLET, '#2a1206'), 16) + path(FILLET, fried ? 'url(#crust)' : 'url(#salmon)') + fibres + lines + char +
    stroke('M-262 -20C-240 -80 -120 -104 -20 -102C90 -100 190 -86 250 -44', '#fff', 9, 'stroke-opacity=".3"');
}

const asparagus = (length: number): string =>
  shadow(stroke(`M0 0L0 ${-length}`, '#2a1206', 30), 8) + stroke(`M0 0L0 ${-length}`, '#5f9440', 30) + stroke(`M-6 0L-6 ${-length}`, '#9cc66d', 8, 'stroke-opacity=".8"') +
  path(`M-20 ${-length + 10}C-24 ${-length - 50} -6 ${-length - 86} 0 ${-length - 92}C6 ${-length - 86} 24 ${-length - 50} 20 ${-length + 10}Z`, '#487a35') +
  many(5, (index) => path(`M${index % 2 === 0 ? -15 : 15} ${-length + 4 - index * 15}q${index % 2 === 0 ? 16 : -16} -6 ${index % 2 === 0 ? 12 : -12} -26q${index % 2 === 0 ? -16 : 16} 8 ${index % 2 === 0 ? -12 : 12} 26Z`, '#73a34b'));

const lime = (radius: number): string => citrus(radius, '#5f9a2c', '#b9d95f', '#eff6cf');

/** The dish as it is served. */
export function salmonPlate(): string {
  const next = random(11);
  const food =
    many(5, (index) => placed(-250 + index * 52, 190 - index * 6, -62 + index * 5, asparagus(330 + next() * 50))) +
    placed(70, -18, -14, fillet(true)) +
    placed(-262, -150, 12, lime(92)) + placed(-176, -226, -20, lime(78)) +
    placed(240, 206, 0, lime(70)) +
    placed(110, -40, 30, sprig(6, 86, next)) +
    strewn(46, 330, next, () => `<ellipse rx="7" ry="4.4" fill="${next() > 0.35 ? '#fff4d9' : '#2e241c'}"/>`) +
    many(9, (index) => placed(-330 + index * 30, 300 - index * index * 1.6, 0, circle(16 - index, '#8f3a1a', 'fill-opacity=".8"') + `<circle cx="-4" cy="-5" r="${(16 - index) * 0.3}" fill="#fff" fill-opacity=".6"/>`));
  const fork = stroke('M0 260L0 -60', '#e9e6df', 24) + many(3, (index) => stroke(`M${-22 + index * 22} -50L${-22 + index * 22} -190`, '#efece6', 10)) + stroke('M-22 -56Q0 0 22 -56', '#efece6', 18);
  return table(linen, placed(800, 610, 0, plate(520, food)) + placed(1460, 660, 8, shadow(stroke('M0 260L0 -180', '#2a1206', 30), 12) + fork) + placed(150, 180, -20, lime(104)) + placed(1440, 150, 40, sprig(5, 120, next)), gradients);
}

/** What goes into it. */
export function salmonBoard(): string {
  const next = random(23);
  const board = '<rect x="-600" y="-390" width="1200" height="780" rx="70"';
  const grain = many(16, (index) => stroke(`M-570 ${-350 + index * 46}C-250 ${-375 + index * 46 + next() * 40} 180 ${-330 + index * 46 - next() * 34} 570 ${-350 + index * 46}`, '#8f5c2b', 3, 'stroke-opacity=".35"'));
  const salt = strewn(120, 150, next, () => `<rect x="-4" y="-4" width="${5 + next() * 5}" height="${5 + next() * 4}" fill="#fff" fill-opacity="${0.6 + next() * 0.4}"/>`);
  const things = placed(800, 600, -3, shadow(`${board} fill="#2a1206"/>`, 36) + `${board} fill="url(#board)"/>` + grain +
    placed(-190, -150, 6, fillet(false)) + placed(-150, 130, -4, fillet(false)) +
    placed(330, -190, 0, lime(120)) + placed(430, 10, 20, lime(104)) + placed(270, 30, 60, lime(88)) +
    placed(330, 270, 0, salt) + placed(-440, 280, 40, sprig(7, 120, next)) + placed(80, 290, 0, sprig(4, 84, next)));
  return table(walnut, things, gradients);
}

/** In the pan. */
export function salmonPan(): string {
  const next = random(37);
  const handle = stroke('M420 250L900 560', '#1b1b1c', 92) + stroke('M430 240L890 536', '#4a4a4c', 18, 'stroke-opacity=".8"');
  const oil = strewn(70, 430, next, () => `<ellipse rx="${6 + next() * 20}" ry="${4 + next() * 12}" fill="#f4c877" fill-opacity="${0.18 + next() * 0.3}"/>`);
  const steam = many(4, (index) =>
    many(6, (layer) => stroke(`M${-240 + index * 150} -160C${-330 + index * 150} -330 ${-130 + index * 170} -420 ${-220 + index * 150} -640`, '#ffffff', 12 + layer * 16, 'stroke-opacity=".022"')));
  const things = placed(700, 620, 0, shadow(circle(560, '#170a03'), 40) + handle + circle(560, '#0f0f10') + circle(530, 'url(#pan)') + circle(530, 'none', 'stroke="#6b6b6e" stroke-width="6" stroke-opacity=".5"') + oil +
    placed(-60, -130, -12, fillet(true)) + placed(10, 170, 8, fillet(true)) + placed(-330, 80, 0, sprig(6, 110, next)) + placed(330, -10, 10, lime(84)) +
    many(5, (index) => placed(-250 + index * 34, 330 - index * 12, index * 70, path(blob(40, 26, 0.3, next), '#fbeec9'))) + steam);
  return table(walnut, things, gradients);
}
