import { findRoute, publicQuery, type Registry, writeQuery } from '@fridge/shared-contracts';
import { pageBefore } from '../page-before.ts';

/** Whose link it is where the address doesn't tell what led here. */
const ownPages = { activity: '/', report: '/yearReport' } as const;

export interface LinkOccasion {
  origin: string;
  variant: keyof typeof ownPages;
  /** Parameters of the share page; `from` is the page that led here, with its own. */
  query: Readonly<Record<string, string>>;
  /** `null` while there is none: the path is then believed, its parameters aren't. */
  registry: Registry | null;
}

/**
 * The public link of the activity that led to the share page, with what its release lets a stranger know. A page that
 * nobody offers gives way to the variant's own.
 */
export function activityLink({ origin, variant, query, registry }: LinkOccasion): string {
  const before = query['from'] === undefined ? null : pageBefore(query['from']);
  const route = before === null || registry === null ? null : findRoute(registry, before.path);
  if (before === null || (registry !== null && !route?.remote.enabled)) return origin + ownPages[variant] + writeQuery(publicQuery(query));
  return origin + before.path + writeQuery(publicQuery({ ...before.query, ...query }, route?.remote.publicParameters));
}
