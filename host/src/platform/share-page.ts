import type { ShareParameters } from '@fridge/shared-contracts';
import { carriedParameters, splitQuery, writeQuery } from '@fridge/shared-contracts/host';
import type { PlatformPorts } from './platform.ts';

/** Where someone outside the app gets the app. */
const SHARE_PAGE = '/share';
/** Its parameters, by what someone came for (spec section 4, "parameter 2" is the report). */
const landingQuery = { activity: {}, report: { type: '2' } } as const;

export type OpenSharePage = (landing: ShareParameters['landing']) => void;

/**
 * The way to the share page from wherever the user is. The address of that page goes along as `from`, without what is
 * carried anyway and without anything personal: the share page copies its link.
 */
export function createSharePage(navigation: Pick<PlatformPorts['navigation'], 'push' | 'location'>): OpenSharePage {
  return (landing) => {
    const here = navigation.location();
    const own = Object.entries(splitQuery(here.query).open).filter(([name]) => !carried.has(name));
    navigation.push(SHARE_PAGE, { ...landingQuery[landing], from: here.path + writeQuery(Object.fromEntries(own)) });
  };
}

const carried: ReadonlySet<string> = new Set(carriedParameters);
