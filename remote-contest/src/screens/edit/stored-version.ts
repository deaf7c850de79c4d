import { fill, type HostServices } from '@fridge/shared-contracts';
import type { Work } from '@fridge/shared-contracts/activities/contest';
import { copy } from '../../copy.ts';
import type { StoredVersion } from '../../form/work-form.ts';
import { shownTime } from '../../work/work-text.ts';

/**
 * The version of a work that its edit begins from. A draft of an earlier one would replace what was submitted since, on
 * another device perhaps: its author is asked, with both times. Whoever closes the question goes on with the draft.
 */
export function storedVersion({ feedback, windows }: Pick<HostServices, 'feedback' | 'windows'>, work: Work): StoredVersion {
  const { cookName, desc, image, CookTime, materials, tips, steps, phone } = work;
  return {
    base: JSON.stringify([cookName, desc, image, CookTime, materials, tips, steps, phone]),
    async choose(keptAt) {
      // The work's time is the server's, the draft's the device's: both are told by the server's clock.
      const ahead = (windows.now() ?? Date.now()) - Date.now();
      const stored = await feedback.confirm({
        title: copy['contest.edit.draft.title'],
        description: fill(copy['contest.edit.draft.desc'], {
          draftTime: shownTime(new Date(keptAt + ahead).toISOString()),
          workTime: shownTime(work.submitTime === '' ? work.addTime : work.submitTime),
        }),
        confirm: copy['contest.edit.draft.stored'],
        cancel: copy['contest.edit.draft.own'],
      });
      return stored ? 'stored' : 'draft';
    },
  };
}
