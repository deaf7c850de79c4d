import { normalisePath, type PageContext, publicQuery, type ShareParameters, writeQuery } from '@fridge/shared-contracts';

/**
 * The address a share sends out: this host, the screen, and only what a stranger may know (architecture, "The native
 * bridge"): no token, phone, user, home or fridge id.
 */
export function shareLink(
  origin: string,
  { path, query = {} }: Pick<ShareParameters, 'path' | 'query'>,
  context: Pick<PageContext, 'brand' | 'activityId'>,
): string {
  const asked: Record<string, string> = { activityId: context.activityId };
  if (context.brand !== -1) asked['brand'] = String(context.brand);
  for (const [name, value] of Object.entries(query)) if (value !== undefined) asked[name] = value;
  return origin + normalisePath(path) + writeQuery(publicQuery(asked));
}
