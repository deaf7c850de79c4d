import { shanghaiDay } from '@fridge/shared-contracts/page';

type Removed = { name: string; version: string; removedAt: Date };

/** Why pages can't get a release whose uploaded files the sweep has removed. */
export const removedText = ({ name, version, removedAt }: Removed): string =>
  `the files of ${name} ${version} were removed on ${shanghaiDay(removedAt.getTime())}, since no page needed them: publish it again, or name another`;
