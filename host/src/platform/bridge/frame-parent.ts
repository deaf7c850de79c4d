/** What is known of the page that frames this one. `unknown`: only its first message can tell. */
export type FrameParent = { kind: 'none' } | { kind: 'foreign' } | { kind: 'unknown' } | { kind: 'allowed'; origin: string };

/**
 * Tells who frames the page. `ancestorOrigins` can't be wrong; where a browser lacks it the referrer names the
 * parent unless its policy hides it, and then the parent stays unknown until it has said hello.
 * @param ancestorOrigins origins from the parent outwards, or `undefined` where the browser has none
 */
export function frameParent(
  page: { framed: boolean; ancestorOrigins: readonly string[] | undefined; referrer: string; origin: string },
  allowedOrigins: readonly string[],
): FrameParent {
  if (!page.framed) return { kind: 'none' };
  const known = page.ancestorOrigins?.[0];
  if (known !== undefined) return allowedOrigins.includes(known) ? { kind: 'allowed', origin: known } : { kind: 'foreign' };
  const referrer = originOf(page.referrer);
  return referrer !== null && referrer !== page.origin && allowedOrigins.includes(referrer)
    ? { kind: 'allowed', origin: referrer }
    : { kind: 'unknown' };
}

function originOf(address: string): string | null {
  try {
    return new URL(address).origin;
  } catch {
    return null;
  }
}
