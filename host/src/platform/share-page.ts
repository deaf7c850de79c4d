import type { ShareParameters } from '@fridge/shared-contracts';
import { carriedParameters, splitQuery, writeQuery } from '@fridge/shared-contracts/host';
import type { PlatformPorts } from './platform.ts';

const SHARE_PAGE = '/share';
/** Spec section 4, "parameter 2" is the report. */
const landingQuery = { activity: {}, report: { type: '2' } } as const;

export type OpenSharePage = (landing: ShareParameters['landing']) => void;

/** `from` is the current address without carried and personal parameters: the share page copies its link. */
export function createSharePage(navigation: Pick<PlatformPorts['navigation'], 'push' | 'location'>): OpenSharePage {
  const carried = new Set<string>(carriedParameters);
  return (landing) => {
    const { path, query } = navigation.location();
    const pageParameters = Object.entries(splitQuery(query).open).filter(([name]) => !carried.has(name));
    navigation.push(SHARE_PAGE, { ...landingQuery[landing], from: path + writeQuery(Object.fromEntries(pageParameters)) });
  };
}
