import { carriedParameters, type Query, splitQuery, writeQuery } from '@fridge/shared-contracts';
import type { PlatformPorts } from './platform.ts';

/** Where someone outside the app gets the app. */
const SHARE_PAGE = '/share';

/**
 * The way to the share page from wherever the user is. The address of that page goes along as `from`, without what is
 * carried anyway and without anything personal: the share page copies its link.
 */
export function createSharePage(navigation: Pick<PlatformPorts['navigation'], 'push' | 'location'>): (query?: Query) => void {
  return (query = {}) => {
    const here = navigation.location();
    const own = Object.entries(splitQuery(here.query).open).filter(([name]) => !carried.has(name));
    navigation.push(SHARE_PAGE, { ...query, from: here.path + writeQuery(Object.fromEntries(own)) });
  };
}

const carried: ReadonlySet<string> = new Set(carriedParameters);
