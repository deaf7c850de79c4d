import { shanghaiDay } from '@fridge/shared-contracts/page';

type Removed = { name: string; version: string; removedAt: Date };

/** Why pages can't get a release that operators have removed. */
export const removedText = ({ name, version, removedAt }: Removed): string =>
  `${name} ${version} was removed on ${shanghaiDay(removedAt.getTime())}: publish it again, or name another`;
