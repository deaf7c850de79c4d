/** Small strokes that the demonstration's pictures are made of: SVG text, units px of a 1600 x 1200 canvas. */

export const CANVAS = { width: 1600, height: 1200 } as const;
/** What is painted of it: enough for a phone. */
export const SCALE = 0.75;

/** Numbers from 0 to 1 that are the same at every start. */
export function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

export const many = (count: number, draw: (index: number) => string): string => Array.from({ length: count }, (_, index) => draw(index)).join('');
export const placed = (x: number, y: number, angle: number, content: string, scale = 1): string =>
  `<g transform="translate(${x} ${y}) rotate(${angle}) scale(${scale})">${content}</g>`;

/** A closed, soft shape around the origin, as uneven as asked for. */
export function blob(radiusX: number, radiusY: number, uneven: number, next: () => number, corners = 11): string {
  const points = Array.from({ length: corners }, (_, index) => {
    const angle = (index / corners) * 2 * Math.PI;
    const reach = 1 + (next() - 0.5) * uneven;
    return [Math.cos(angle) * radiusX * reach, Math.sin(angle) * radiusY * reach] as const;
  });
  const middle = (index: number) => {
    const [x, y] = points[index % corners] ?? [0, 0];
    const [toX, toY] = points[(index + 1) % corners] ?? [0, 0];
    return `${((x + toX) / 2).toFixed(1)} ${((y + toY) / 2).toFixed(1)}`;
  };
  return `M${middle(corners - 1)}${points.map(([x, y], index) => `Q${x.toFixed(1)} ${y.toFixed(1)} ${middle(index)}`).join('')}Z`;
}

export const circle = (radius: number, fill: string, more = ''): string => `<circle r="${radius}" fill="${fill}" ${more}/>`;
export const path = (line: string, fill: string, more = ''): string => `<path d="${line}" fill="${fill}" ${more}/>`;
export const stroke = (line: string, color: string, width: number, more = ''): string =>
  `<path d="${line}" fill="none" stroke="${color}" stroke-width="${width}" stroke-linecap="round" stroke-linejoin="round" ${more}/>`;

/** Below this distance a shadow is too small for its softness to show. */
const SOFT_FROM = 14;
/** Outlines of a soft shadow, each too faint to be seen alone. */
const LAYERS = 26;

/**
 * What lies on the table throws its shadow away from the light, which comes from the upper left. Its soft edge is made
 * of see-through outlines: a blur, or the opacity of a group, costs the painter a canvas of its own each time.
 */
export function shadow(shape: string, distance = 26): string {
  const layers = distance < SOFT_FROM ? 1 : LAYERS;
  const seeThrough = (index: number) =>
    shape.replace(/(fill|stroke)="(#[\da-f]{6})"/g, (_, paint: string, color: string) =>
      layers === 1 ? `${paint}="${color}38"` : `${paint}="${color}06" ${paint === 'fill' ? `stroke="${color}06" stroke-width="${(index * distance * 3.4) / LAYERS}" stroke-linejoin="round"` : ''}`);
  return `<g transform="translate(${distance} ${distance * 1.15})">${many(layers, seeThrough)}</g>`;
}

export const radial = (id: string, stops: readonly (readonly [number, string])[], center = 'cx=".38" cy=".32" r=".8"'): string =>
  `<radialGradient id="${id}" ${center}>${stops.map(([at, color]) => `<stop offset="${at}" stop-color="${color}"/>`).join('')}</radialGradient>`;

/** A table of linen or wood under the light of a fridge door. @param extra gradients of the scene's own */
export function table(ground: readonly [string, string, string], things: string, extra = ''): string {
  const { width, height } = CANVAS;
  const [light, base, dark] = ground;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width * SCALE}" height="${height * SCALE}" viewBox="0 0 ${width} ${height}">
<defs>
${radial('ground', [[0, light], [0.55, base], [1, dark]], 'cx=".28" cy=".18" r="1.05"')}
${radial('china', [[0, '#ffffff'], [0.7, '#f6f0e6'], [1, '#ddd2c1']])}
${radial('well', [[0, '#fffdf8'], [0.8, '#f4ede1'], [1, '#e4d9c8']])}
<radialGradient id="vignette" cx=".45" cy=".42" r=".8"><stop offset=".55" stop-color="#2a1206" stop-opacity="0"/><stop offset="1" stop-color="#2a1206" stop-opacity=".5"/></radialGradient>
<linearGradient id="door" x1="0" y1="0" x2="1" y2=".75"><stop offset="0" stop-color="#fff6d8" stop-opacity=".75"/><stop offset=".6" stop-color="#fff0c4" stop-opacity=".12"/><stop offset="1" stop-color="#fff0c4" stop-opacity="0"/></linearGradient>
${extra}
</defs>
<rect width="${width}" height="${height}" fill="url(#ground)"/>
${stroke(many(height / 8, (index) => `M0 ${index * 8}H${width}`), '#2a1206', 1.5, 'stroke-opacity=".07"')}${stroke(many(width / 8, (index) => `M${index * 8} 0V${height}`), '#ffffff', 1.5, 'stroke-opacity=".09"')}
${things}
<path d="M-60 -60 L900 -60 L1750 900 L1200 1400 L-60 640Z" fill="url(#door)" fill-opacity=".5"/>
<path d="M-60 -60 L760 -60 L1500 800 L1100 1200 L-60 560Z" fill="url(#door)" fill-opacity=".3"/>
<rect width="${width}" height="${height}" fill="url(#vignette)"/>
</svg>`;
}

/** A plate of china with what lies on it. */
export function plate(radius: number, food: string): string {
  return shadow(circle(radius, '#2a1206'), 34) + circle(radius, 'url(#china)') + circle(radius * 0.985, 'none', 'stroke="#fff" stroke-width="5" stroke-opacity=".8"') +
    circle(radius * 0.74, 'url(#well)') + circle(radius * 0.74, 'none', 'stroke="#cdbfa9" stroke-width="4" stroke-opacity=".7"') + food;
}

/** A leaf of a herb, its stem at the origin. */
export function leaf(length: number, color: string, vein: string): string {
  const half = length * 0.28;
  return path(`M0 0C${half} ${-length * 0.15} ${half * 1.1} ${-length * 0.75} 0 ${-length}C${-half * 1.1} ${-length * 0.75} ${-half} ${-length * 0.15} 0 0Z`, color) +
    stroke(`M0 0L0 ${-length * 0.86}`, vein, 3) +
    many(4, (index) => {
      const at = -length * (0.22 + index * 0.16);
      return stroke(`M0 ${at}L${half * 0.62} ${at - length * 0.1}M0 ${at}L${-half * 0.62} ${at - length * 0.1}`, vein, 2, 'stroke-opacity=".7"');
    });
}

export function sprig(count: number, length: number, next: () => number, color = '#3f7d3a', vein = '#9cc48a'): string {
  return many(count, (index) => placed(0, 0, (index / count) * 360 + next() * 30, leaf(length * (0.75 + next() * 0.4), color, vein)));
}

const point = (angle: number, far: number): string => `${(Math.cos(angle) * far).toFixed(1)} ${(Math.sin(angle) * far).toFixed(1)}`;

/** A round slice of a citrus fruit. */
export function citrus(radius: number, peel: string, flesh: string, light: string): string {
  const segments = 9;
  return shadow(circle(radius, '#2a1206'), 9) + circle(radius, peel) + circle(radius * 0.9, light) +
    many(segments, (index) => {
      const half = Math.PI / segments - 0.045;
      const reach = radius * 0.82;
      const middle = (index / segments) * 2 * Math.PI;
      return path(`M${point(middle, radius * 0.1)}L${point(middle - half, reach)}Q${point(middle, reach * 1.09)} ${point(middle + half, reach)}Z`, flesh) +
        stroke(`M${point(middle, radius * 0.3)}L${point(middle + 0.08, reach * 0.8)}`, light, 3, 'stroke-opacity=".5"');
    }) + circle(radius * 0.09, light);
}

/** Small things strewn over a disc around the origin. */
export function strewn(count: number, radius: number, next: () => number, draw: (index: number) => string): string {
  return many(count, (index) => {
    const angle = next() * 2 * Math.PI;
    const far = Math.sqrt(next()) * radius;
    return placed(Math.cos(angle) * far, Math.sin(angle) * far, next() * 360, draw(index));
  });
}
