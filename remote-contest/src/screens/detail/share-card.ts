import { fill, type ShareParameters } from '@fridge/shared-contracts';
import { type Work, workStatus } from '@fridge/shared-contracts/activities/contest';
import { copy } from '../../copy.ts';
import { authorName, workName } from '../../work/work-text.ts';

/** Copy deck 2.11. @returns `null` for a work that others can't open */
export function workShareCard(work: Work): ShareParameters | null {
  if (work.status !== workStatus.approved) return null;
  const image = work.image.find((address) => /^https?:/.test(address));
  return {
    title: fill(copy['host.card.work.title'], { cookName: workName(work) }),
    description: fill(copy['host.card.work.desc'], { nickName: authorName(work) }),
    path: '/detail',
    // The sample has no id.
    ...(work.id !== '' && { query: { cookId: work.id } }),
    ...(image !== undefined && { image }),
    landing: 'activity',
  };
}
