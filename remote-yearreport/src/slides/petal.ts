/** A piece of a ring around (0, 0), widest outside, its corners rounded by the arcs themselves. Degrees from the top, clockwise. */
export function petalPath({ turn, width }: { turn: number; width: number }, inner: number, outer: number): string {
  const [from, to] = [turn - width / 2, turn + width / 2];
  const large = width > 180 ? 1 : 0;
  return `M${point(inner, from)}L${point(outer, from)}A${outer} ${outer} 0 ${large} 1 ${point(outer, to)}L${point(inner, to)}A${inner} ${inner} 0 ${large} 0 ${point(inner, from)}Z`;
}

function point(radius: number, degrees: number): string {
  const angle = (degrees * Math.PI) / 180;
  return `${(radius * Math.sin(angle)).toFixed(2)} ${(-radius * Math.cos(angle)).toFixed(2)}`;
}
