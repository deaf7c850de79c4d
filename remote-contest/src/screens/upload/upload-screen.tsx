import type { ScreenProps } from '@fridge/shared-contracts';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import { joinClasses, Phrases, resendOnConflict, unseen, useLastingSession, useStore } from '@fridge/shared-ui';
import { useEffect, useMemo, useState } from 'react';
import { copy } from '../../copy.ts';
import { PhotoShareFields, RecipeFields } from '../../form/fields.tsx';
import { FormFrame } from '../../form/form-frame.tsx';
import frame from '../../form/form-frame.module.css';
import { emptyPhotoShare, emptyRecipe, photoShareKind, recipeKind, workAuthor } from '../../form/form-kinds.ts';
import type { SubmissionPlan } from '../../form/use-submission.ts';
import { useLeaveGuard, useWorkForm } from '../../form/work-form.ts';
import { Kitchen } from '../../theme/kitchen.tsx';
import kitchen from '../../theme/kitchen.module.css';
import { entryNow } from '../../window.ts';
import { BindInvitation } from '../../work/notices.tsx';

const tabs = [copy['contest.upload.tab.recipe'], copy['contest.upload.tab.photo']] as const;

const success = {
  title: copy['contest.upload.success.title'],
  description: copy['contest.upload.success.desc'],
  confirm: copy['contest.upload.success.button'],
};

/**
 * A recipe or a photo share, by two tabs (spec section 2, "Upload"; copy deck 5.3). The hidden form keeps its state.
 */
export default function UploadScreen({ host }: ScreenProps) {
  const { needsFridge, mobile } = useLastingSession(host.session);
  const [tab, setTab] = useState(0);
  useStore(host.windows);
  const recipe = useWorkForm(host, () => ({ name: 'recipe', kind: recipeKind, initial: emptyRecipe }));
  const share = useWorkForm(host, () => ({ name: 'photoShare', kind: photoShareKind, initial: emptyPhotoShare }));
  useLeaveGuard(
    host,
    useMemo(() => [recipe, share], [recipe, share]),
  );

  useEffect(() => share.prefill((values) => ({ ...values, phone: mobile })), [share, mobile]);

  useEffect(() => {
    const onSelect = (index: number) => {
      host.tracking.click('contest.upload.tab');
      setTab(index);
      window.scrollTo(0, 0);
    };
    return host.header.set({ tabs: { labels: tabs, selected: tab, onSelect } });
  }, [host, tab]);

  const entry = entryNow(host);
  const shared = { entry: () => entryNow(host), success };
  const recipePlan: SubmissionPlan = {
    ...shared,
    send(household, options) {
      host.tracking.click('contest.upload.recipe');
      const fields = { ...recipe.fields(), ...workAuthor(host, household), requestId: recipe.requestId() };
      return resendOnConflict(() => host.requests.call(contestCalls.saveWork, fields, options));
    },
  };
  const sharePlan: SubmissionPlan = {
    ...shared,
    send(household, options) {
      host.tracking.click('contest.upload.share');
      const fields = { ...share.fields(), ...workAuthor(host, household), requestId: share.requestId() };
      return resendOnConflict(() => host.requests.call(contestCalls.submitEntries, fields, options));
    },
  };

  const labels = { submitLabel: copy['contest.upload.submit'], submittingLabel: copy['contest.upload.submitting'] };
  if (needsFridge)
    return (
      <Kitchen className={kitchen.column}>
        <BindInvitation host={host} alone />
      </Kitchen>
    );
  return (
    <Kitchen className={frame.screen}>
      <h1 className={unseen}>{copy['contest.upload.docTitle']}</h1>
      {entry !== 'open' && (
        <p className={joinClasses(kitchen.note, frame.closed)}>
          <Phrases text={copy[`contest.entry.${entry}.toast`]} />
        </p>
      )}
      <FormFrame shown={tab === 0} host={host} form={recipe} plan={recipePlan} label={tabs[0]} {...labels}>
        {(problem) => <RecipeFields host={host} form={recipe} problem={problem} />}
      </FormFrame>
      <FormFrame shown={tab === 1} host={host} form={share} plan={sharePlan} label={tabs[1]} {...labels}>
        {(problem) => <PhotoShareFields host={host} form={share} problem={problem} />}
      </FormFrame>
    </Kitchen>
  );
}
