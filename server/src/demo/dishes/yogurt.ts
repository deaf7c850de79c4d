import { blob, circle, many, path, placed, radial, random, shadow, sprig, stroke, strewn, table } from './paint.ts';

const cloth = ['#f4f6f2', '#d3dcd6', '#93a79d'] as const;

const gradients = radial('berry', [[0, '#8fa3d9'], [0.45, '#46589c'], [1, '#1f2a5c']]) + radial('strawberry', [[0, '#ff8a76'], [0.6, '#e23b34'], [1, '#a8161c']]) +
  radial('bowl', [[0, '#6f93a3'], [0.75, '#3f6678'], [1, '#22414f']]) + radial('yogurt', [[0, '#ffffff'], [0.7, '#fbf3ea'], [1, '#eadccb']]) + radial('oat', [[0, '#f0cf93'], [1, '#b9843f']]);

function blueberry(radius: number): string {
  const crown = many(5, (index) => placed(0, 0, index * 72, path(`M0 0L${radius * 0.16} ${-radius * 0.34}L${-radius * 0.16} ${-radius * 0.34}Z`, '#151d40')));
  return shadow(circle(radius, '#1a1020'), 7) + circle(radius, 'url(#berry)') + placed(radius * 0.15, radius * 0.1, 20, crown) +
    `<ellipse cx="${-radius * 0.36}" cy="${-radius * 0.42}" rx="${radius * 0.3}" ry="${radius * 0.18}" fill="#fff" fill-opacity=".5" transform="rotate(-36)"/>`;
}

function strawberryHalf(size: number, next: () => number): string {
  const outline = `M0 ${-size}C${size * 0.95} ${-size} ${size * 0.9} ${size * 0.1} 0 ${size}C${-size * 0.9} ${size * 0.1} ${-size * 0.95} ${-size} 0 ${-size}Z`;
  const heart = `M0 ${-size * 0.62}C${size * 0.5} ${-size * 0.6} ${size * 0.42} ${size * 0.1} 0 ${size * 0.6}C${-size * 0.42} ${size * 0.1} ${-size * 0.5} ${-size * 0.6} 0 ${-size * 0.62}Z`;
  const seeds = many(16, (index) => {
    const angle = (index / 16) * 2 * Math.PI;
    return `<ellipse cx="${Math.cos(angle) * size * 0.66}" cy="${Math.sin(angle) * size * 0.72 - size * 0.1}" rx="4" ry="6" fill="#ffe6a8" fill-opacity="${0.5 + next() * 0.5}"/>`;
  });
  return shadow(path(outline, '#2a0a0a'), 8) + path(outline, 'url(#strawberry)') + path(heart, '#ffd9cf') + stroke(`M0 ${-size * 0.5}L0 ${size * 0.45}`, '#ff9f90', 6, 'stroke-opacity=".7"') + seeds;
}

/** A bowl of yogurt with blueberries, strawberries and oats. */
export function yogurtBowl(): string {
  const next = random(5);
  const swirl = many(4, (index) => stroke(`M${-260 + index * 40} ${-140 + index * 66}C-100 ${-230 + index * 80} 120 ${-60 + index * 60} ${270 - index * 34} ${-130 + index * 76}`, '#e3d3bf', 16, 'stroke-opacity=".4"'));
  const oats = placed(-190, 120, 0, strewn(90, 170, next, () => path(blob(22, 13, 0.35, next, 8), 'url(#oat)', 'stroke="#8d5f28" stroke-width="1.5"')));
  const berries = placed(150, -130, 0, strewn(26, 190, next, () => blueberry(34 + next() * 12)));
  const fruit = [[120, 200, 30], [240, 120, -40], [20, 260, 80], [-120, -220, 160]] as const;
  const bowl = shadow(circle(500, '#14241c'), 40) + circle(500, 'url(#bowl)') + circle(468, '#1f3a47') + circle(458, 'url(#yogurt)') + swirl + oats + berries +
    fruit.map(([x, y, angle]) => placed(x, y, angle, strawberryHalf(84, next))).join('') + placed(-20, -10, 20, sprig(5, 96, next, '#4b8f4a', '#b8dba0')) +
    stroke('M-380 -220A440 440 0 0 1 60 -436', '#fff', 12, 'stroke-opacity=".3"');
  const spoon = shadow(stroke('M0 60L0 520', '#14241c', 30), 12) + stroke('M0 60L0 520', '#dfe3e4', 26) + '<ellipse rx="74" ry="112" fill="#e9eced"/><ellipse rx="54" ry="88" fill="#b9c2c5"/><ellipse cx="-14" cy="-22" rx="24" ry="48" fill="#fff" fill-opacity=".7"/>';
  const loose = [[150, 930, 40], [250, 1040, 34], [1440, 200, 44], [1350, 120, 36]] as const;
  return table(cloth, placed(780, 600, 0, bowl) + placed(1440, 560, 12, spoon) + loose.map(([x, y, radius]) => placed(x, y, radius, blueberry(radius))).join('') + placed(170, 170, 0, strawberryHalf(96, next)), gradients);
}
