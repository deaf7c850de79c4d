import { fill, type HostServices, type ScreenProps } from '@fridge/shared-contracts';
import { contestCalls } from '@fridge/shared-contracts/activities/contest';
import {
  joinClasses,
  Loaded,
  Phrases,
  resendOnConflict,
  unseen,
  useLastingSession,
  useServerData,
  useStore,
} from '@fridge/shared-ui';
import { useEffect, useMemo, useState } from 'react';
import * as v from 'valibot';
import { copy } from '../../copy.ts';
import { PhotoShareFields, RecipeFields } from '../../form/fields.tsx';
import { FormFrame, FormShape } from '../../form/form-frame.tsx';
import frame from '../../form/form-frame.module.css';
import { photoShareKind, recipeKind } from '../../form/form-kinds.ts';
import type { SubmissionPlan } from '../../form/use-submission.ts';
import { useUnsentGuard, useWorkForm } from '../../form/work-form.ts';
import { failureLook, Kitchen, Notice } from '../../theme/kitchen.tsx';
import kitchen from '../../theme/kitchen.module.css';
import { entryNow } from '../../window.ts';
import { BindInvitation } from '../../work/notices.tsx';
import { UploadEntry } from '../../work/upload-entry.tsx';

const tabs = [copy['contest.upload.tab.recipe'], copy['contest.upload.tab.photo']] as const;

const emptyRecipe = { values: v.parse(recipeKind.schema, {}), revision: null };

/** A recipe or a photo share, by a user with a fridge (spec section 2, "Upload"; copy deck 5.3). */
export default function UploadScreen({ host }: ScreenProps) {
  const { inApp } = host.environment;
  const { needsFridge } = useLastingSession(host.session);
  const author = useServerData(host, readAuthor, { guest: inApp ? 'login' : 'wait', outlastsSession: true });
  return (
    <Kitchen>
      <h1 className={unseen}>{copy['contest.upload.docTitle']}</h1>
      <Loaded
        className={kitchen.column}
        read={author}
        skeleton={<FormShape />}
        failure={failureLook(2)}
        {...(!inApp && { needsLogin: <Outside host={host} /> })}
      >
        {() => (needsFridge ? <BindInvitation host={host} alone /> : <Forms host={host} />)}
      </Loaded>
    </Kitchen>
  );
}

/** Asks nothing of the server: the form only needs its user. */
const readAuthor = async () => ({ ok: true, data: null }) as const;

function Outside({ host }: { host: HostServices }) {
  return (
    <>
      <Notice title={fill(copy['contest.upload.outside.title'])} text={fill(copy['contest.upload.outside.desc'])} />
      <UploadEntry host={host} />
    </>
  );
}

/** By two tabs; the hidden form keeps its state. */
function Forms({ host }: { host: HostServices }) {
  const { userId: owner, mobile } = useLastingSession(host.session);
  const [tab, setTab] = useState(0);
  useStore(host.windows);
  const recipe = useWorkForm(host, { kind: recipeKind, owner, name: 'recipe' }, emptyRecipe);
  const emptyShare = useMemo(
    () => ({ values: v.parse(photoShareKind.schema, { phone: mobile }), revision: null }),
    [mobile],
  );
  const share = useWorkForm(host, { kind: photoShareKind, owner, name: 'photoShare' }, emptyShare);
  useUnsentGuard(host, recipe, share);

  useEffect(() => {
    const onSelect = (index: number) => {
      host.tracking.click('contest.upload.tab');
      setTab(index);
      window.scrollTo(0, 0);
    };
    return host.header.set({ tabs: { labels: tabs, selected: tab, onSelect } });
  }, [host, tab]);

  const entry = entryNow(host);
  const shared = { place: 'upload', entry: () => entryNow(host) } as const;
  const recipePlan: SubmissionPlan = {
    ...shared,
    send(author, options) {
      host.tracking.click('contest.upload.recipe');
      const fields = { ...recipe.fields(), ...author, requestId: recipe.requestId() };
      return resendOnConflict(() => host.requests.call(contestCalls.saveWork, fields, options));
    },
  };
  const sharePlan: SubmissionPlan = {
    ...shared,
    send(author, options) {
      host.tracking.click('contest.upload.share');
      const fields = { ...share.fields(), ...author, requestId: share.requestId() };
      return resendOnConflict(() => host.requests.call(contestCalls.submitEntries, fields, options));
    },
  };

  return (
    <>
      {entry !== 'open' && (
        <p className={joinClasses(kitchen.note, frame.closed)}>
          <Phrases text={copy[`contest.entry.${entry}.toast`]} />
        </p>
      )}
      <FormFrame shown={tab === 0} host={host} form={recipe} plan={recipePlan} label={tabs[0]}>
        <RecipeFields host={host} form={recipe} />
      </FormFrame>
      <FormFrame shown={tab === 1} host={host} form={share} plan={sharePlan} label={tabs[1]}>
        <PhotoShareFields host={host} form={share} />
      </FormFrame>
    </>
  );
}
