/**
 * The parameters a share link may carry: what a stranger who opens it needs, and nothing that tells whose link it
 * was. Tokens, phones, user, home and fridge ids are left out by naming what may stay.
 */
const PUBLIC_PARAMETERS = ['brand', 'activityId', 'type', 'cookId', 'source'] as const;

/** @returns only the parameters that may leave this user's page in a link */
export function publicQuery(query: Readonly<Record<string, string>>): Record<string, string> {
  const kept: Record<string, string> = {};
  for (const name of PUBLIC_PARAMETERS) {
    const value = query[name];
    if (value !== undefined && /^[\w-]{1,64}$/.test(value)) kept[name] = value;
  }
  return kept;
}
