/** The address parameters that make up the page context (spec section 3), under every name they go by. */
const CONTEXT_PARAMETERS = [
  'fridgeId', 'mobile', 'phone', 'homeId', 'userId', 'sn8', 'spec', 'brand', 'activityId', 'wxToken', 'source',
  'comeFrom', 'ac', 'at', 'meijuBanner',
] as const;

/**
 * What every screen's address carries on: the context the page was opened with. It is taken from the first address
 * and not from the current one, so that a screen's own `phone` or `source` doesn't follow the user around.
 */
export function carriedParameters(query: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  const carried: Record<string, string> = {};
  for (const name of CONTEXT_PARAMETERS) {
    const value = query[name];
    if (value !== undefined) carried[name] = value;
  }
  return carried;
}
