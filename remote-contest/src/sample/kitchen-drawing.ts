/** Where something lies, how it is turned (degrees) and how large it is. */
export type Spot = readonly [x: number, y: number, turn?: number, size?: number];

const at = ([x, y, turn = 0, size = 1]: Spot, drawing: string) => `<g transform="translate(${x} ${y}) rotate(${turn}) scale(${size})">${drawing}</g>`;
const each = (drawing: string) => (...spots: readonly Spot[]) => spots.map((spot) => at(spot, drawing)).join('');

/** Things of a kitchen as seen from above, around their own middle. Each takes where it lies, as often as it does. */
export const beef = each(
  '<path d="M-34-20Q-28-36-8-34T28-30Q42-20 36 2T26 30Q4 38-20 32T-38 8Z" fill="#4a2213" opacity=".28" transform="translate(4 6)"/>' +
    '<path d="M-34-20Q-28-36-8-34T28-30Q42-20 36 2T26 30Q4 38-20 32T-38 8Z" fill="#7d4227"/>' +
    '<path d="M-26-18Q-14-28 6-26M-28 2Q-6-8 24-6M-20 18Q4 10 24 16" stroke="#5c2d19" stroke-width="5" fill="none" stroke-linecap="round"/>' +
    '<path d="M-22-24Q-10-30 4-29" stroke="#b9805c" stroke-width="5" fill="none" stroke-linecap="round"/>',
);

export const tomatoWedge = each(
  '<path d="M-40 6Q-34-34 2-36T42 4Q20 28-4 28T-40 6Z" fill="#7a1d0c" opacity=".3" transform="translate(3 6)"/>' +
    '<path d="M-40 6Q-34-34 2-36T42 4Q20 28-4 28T-40 6Z" fill="#d8402a"/>' +
    '<path d="M-29 3Q-24-22 2-24T31 2Q16 18-4 18T-29 3Z" fill="#f0745a"/>' +
    '<path d="M-16 0Q-14-12-3-12T2 2Q-6 8-16 0ZM7 3Q9-11 20-8T20 6Q12 11 7 3Z" fill="#f9a28a"/>' +
    '<path d="M-11-3h4M-8 2h4M12-2h4M13 3h3" stroke="#fff0cf" stroke-width="3" stroke-linecap="round"/>',
);

export const tomato = each(
  '<ellipse cx="8" cy="12" rx="74" ry="70" fill="#3b1408" opacity=".24"/><circle r="72" fill="#cf3a20"/><circle r="72" fill="url(#gloss)"/>' +
    '<path d="M-44-30Q-30-56 0-58" stroke="#ffc2ad" stroke-width="9" fill="none" stroke-linecap="round" opacity=".85"/>' +
    '<path d="M0-4Q-10-22-34-22-20-12-20 0-38 6-42 24-20 22-10 12-4 28 8 38 8 22 16 12 34 18 44 10 30-2 18-4 26-20 20-34 4-24 0-4Z" fill="#38763f"/>' +
    '<path d="M0-2Q6 6 4 16" stroke="#21502a" stroke-width="7" fill="none" stroke-linecap="round"/>',
);

export const ginger = each('<ellipse rx="25" ry="19" fill="#4a2c08" opacity=".22" cx="3" cy="4"/><ellipse rx="25" ry="19" fill="#f1d58d" stroke="#c69a45" stroke-width="4"/><ellipse rx="13" ry="9" fill="none" stroke="#dcb663" stroke-width="3"/>');
export const onion = each('<path d="M-36 8Q0-34 38 6" fill="none" stroke="#c8a2b4" stroke-width="13" stroke-linecap="round"/><path d="M-34 6Q0-30 35 4" fill="none" stroke="#f8ecef" stroke-width="7" stroke-linecap="round"/>');
export const leaf = each('<path d="M-28 0Q-8-20 28 0-8 20-28 0Z" fill="#3f8a49"/><path d="M-22 0H18" stroke="#bfe0ad" stroke-width="3" stroke-linecap="round"/>');
export const anise = each(Array.from({ length: 8 }, (_, arm) => `<path d="M0 0Q-8-14 0-30 8-14 0 0Z" fill="#5b2d16" stroke="#8a5026" stroke-width="2" transform="rotate(${arm * 45})"/>`).join('') + '<circle r="6" fill="#c98a4c"/>');
export const bubble = each('<circle r="11" fill="#fff" opacity=".2"/><circle r="11" fill="none" stroke="#ffe9c9" stroke-width="3" opacity=".75"/>');
export const salt = each('<path d="M-3-3h6v6h-6z" fill="#fffdf6"/>');

/** A round enamelled pot; `inside` lies in it. */
export function pot(spot: Spot, broth: string, inside: string): string {
  return at(
    spot,
    '<ellipse cx="14" cy="26" rx="292" ry="286" fill="#3b1c08" opacity=".26"/>' +
      '<path d="M-340-58h96v116h-96q-22 0-22-22v-72q0-22 22-22ZM340-58h-96v116h96q22 0 22-22v-72q0-22-22-22Z" fill="#9c2b14"/>' +
      '<path d="M-326-30h60v60h-60ZM326-30h-60v60h60Z" fill="#c88b52"/>' +
      '<circle r="276" fill="#a93018"/><circle r="276" fill="url(#gloss)"/><circle r="250" fill="#fbeeda"/><circle r="236" fill="#e4cfae"/>' +
      `<circle r="226" fill="${broth}"/><circle r="226" fill="url(#depth)"/>${inside}` +
      '<path d="M-168-204Q-96-262 0-264" stroke="#f4b7a0" stroke-width="10" fill="none" stroke-linecap="round" opacity=".8"/>',
  );
}

/** An iron pan with its handle. */
export function pan(spot: Spot, inside: string): string {
  return at(
    spot,
    '<ellipse cx="12" cy="24" rx="250" ry="244" fill="#3b1c08" opacity=".26"/><path d="M-40 214h80l-14 268q-26 22-52 0Z" fill="#3a322d"/><path d="M-10 262h20l-4 168h-12Z" fill="#5a4d45"/>' +
      '<circle r="240" fill="#3c3530"/><circle r="216" fill="#2a2420"/><circle r="208" fill="#7b4a20" opacity=".55"/><circle r="208" fill="url(#depth)"/>' +
      `${inside}<path d="M-140-168Q-80-216 0-218" stroke="#8d8078" stroke-width="8" fill="none" stroke-linecap="round"/>`,
  );
}

/** A bowl of noodles in red soup. */
export function noodleBowl(spot: Spot, inside: string): string {
  // A nest: rings that are each a little longer than a turn, shifted against each other.
  const strands = Array.from({ length: 11 }, (_, ring) => {
    const [x, y] = [18 * Math.cos(ring * 2.1), 18 * Math.sin(ring * 2.1)];
    const [rx, ry] = [26 + ring * 13.5, 20 + ring * 12.5];
    return `<ellipse cx="${Math.round(x)}" cy="${Math.round(y)}" rx="${rx}" ry="${ry}" transform="rotate(${ring * 37})" stroke-dasharray="${Math.round(rx * 4.6)} ${Math.round(rx * 0.9)}"/>`;
  }).join('');
  return at(
    spot,
    '<ellipse cx="12" cy="24" rx="262" ry="256" fill="#3b1c08" opacity=".24"/><circle r="256" fill="#f6fbfb"/><circle r="256" fill="url(#gloss)" opacity=".35"/><circle r="238" fill="none" stroke="#4f8fa6" stroke-width="9"/>' +
      `<circle r="212" fill="#c04a20"/><circle r="212" fill="url(#depth)"/><g fill="none" stroke="#f7dc9d" stroke-width="13" stroke-linecap="round">${strands}</g>` +
      `<g fill="none" stroke="#d9ac5c" stroke-width="2" stroke-linecap="round">${strands}</g>${inside}`,
  );
}

const woodGrain = (width: number, height: number) =>
  Array.from({ length: Math.ceil(height / 92) }, (_, plank) => {
    const y = plank * 92;
    return `<path d="M0 ${y}H${width}" stroke="#a06a39" stroke-width="3" opacity=".55"/><path d="M${(plank * 211) % width} ${y + 30}q120 ${plank % 2 ? 18 : -14} 260 4M${(plank * 397 + 90) % width} ${y + 62}q90 -10 190 2" stroke="#b27a45" stroke-width="3" fill="none" opacity=".5"/>`;
  }).join('');

/** A picture on the kitchen's table, in the light that falls from the open fridge, as an address of its own. */
export function tablePicture(width: number, height: number, things: string): string {
  const svg =
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">` +
    '<defs><radialGradient id="gloss" cx=".68" cy=".26" r=".9"><stop stop-color="#fff" stop-opacity=".34"/><stop offset=".5" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#2a0d04" stop-opacity=".34"/></radialGradient>' +
    '<radialGradient id="depth" cx=".62" cy=".34" r=".8"><stop stop-color="#ffd9a0" stop-opacity=".4"/><stop offset=".6" stop-color="#fff" stop-opacity="0"/><stop offset="1" stop-color="#2a0d04" stop-opacity=".42"/></radialGradient>' +
    '<linearGradient id="light" x1="1" y1="0" x2=".1" y2="1"><stop stop-color="#ffe7ae" stop-opacity=".75"/><stop offset=".62" stop-color="#ffe7ae" stop-opacity="0"/></linearGradient></defs>' +
    `<rect width="${width}" height="${height}" fill="#c99257"/>${woodGrain(width, height)}<path d="M${width} 0 ${-width * 0.1} ${height * 0.5} ${width * 0.3} ${height * 1.1} ${width} ${height}Z" fill="url(#light)"/>${things}</svg>`;
  return `data:image/svg+xml,${encodeURIComponent(svg)}`;
}
