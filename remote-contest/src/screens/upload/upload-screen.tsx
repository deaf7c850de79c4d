import { fill, type HostServices, type ScreenProps } from '@fridge/shared-contracts';
import { joinClasses, Loaded, Phrases, unseen, useLastingSession, useServerData } from '@fridge/shared-ui';
import { useEffect, useState } from 'react';
import { copy } from '../../copy.ts';
import { PhotoShareFields, RecipeFields } from '../../form/fields.tsx';
import { FormFrame, formScreen } from '../../form/form-frame.tsx';
import frame from '../../form/form-frame.module.css';
import { photoShareKind, recipeKind } from '../../form/form-kinds.ts';
import { laterActions } from '../../form/later-actions.ts';
import { RecipeShape } from '../../form/recipe-shape.tsx';
import { useUnsentGuard, useWorkForm } from '../../form/work-form.ts';
import { failureLook, Notice } from '../../theme/kitchen.tsx';
import kitchen from '../../theme/kitchen.module.css';
import { entryNow } from '../../window.ts';
import { BindInvitation } from '../../work/notices.tsx';
import { UploadEntry } from '../../work/upload-entry.tsx';

const heading = copy['contest.upload.docTitle'];
const tabs = [copy['contest.upload.tab.recipe'], copy['contest.upload.tab.photo']] as const;

const title = <h1 className={unseen}>{heading}</h1>;
const shape = (
  <>
    {title}
    <RecipeShape />
  </>
);
const outside = (
  <>
    {title}
    <Outside host={null} />
  </>
);

/** A recipe or a photo share, by a user with a fridge (spec section 2, "Upload"; copy deck 5.3). */
export const { Shell, Screen } = formScreen(shape, Upload, outside);
export default Screen;

function Upload({ host }: ScreenProps) {
  const { inApp } = host.environment;
  const { needsFridge } = useLastingSession(host.session);
  const author = useServerData(host, readAuthor, { guest: inApp ? 'login' : 'wait', outlastsSession: true });
  return (
    <>
      {title}
      <Loaded
        className={kitchen.column}
        read={author}
        skeleton={<RecipeShape />}
        failure={failureLook(2)}
        needsLogin={inApp ? undefined : <Outside host={host} />}
      >
        {() => (needsFridge ? <BindInvitation host={host} alone /> : <Forms host={host} />)}
      </Loaded>
    </>
  );
}

/** Asks nothing of the server: the form only needs its user. */
const readAuthor = async () => ({ ok: true, data: null }) as const;

function Outside({ host }: { host: HostServices | null }) {
  return (
    <>
      <Notice title={fill(copy['contest.upload.outside.title'])} text={fill(copy['contest.upload.outside.desc'])} />
      <UploadEntry host={host} action={laterActions.submit['data-action']} />
    </>
  );
}

/** By two tabs; the hidden form keeps its state. */
function Forms({ host }: ScreenProps) {
  const [tab, setTab] = useState(0);
  const recipe = useWorkForm(host, recipeKind);
  const share = useWorkForm(host, photoShareKind);
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
  return (
    <>
      {entry !== 'open' && (
        <p className={joinClasses(kitchen.note, frame.closed)}>
          <Phrases text={copy[`contest.entry.${entry}.toast`]} />
        </p>
      )}
      <FormFrame form={recipe} label={tabs[0]} shown={tab === 0} shape={<RecipeShape />}>
        <RecipeFields form={recipe} />
      </FormFrame>
      <FormFrame form={share} label={tabs[1]} shown={tab === 1}>
        <PhotoShareFields form={share} />
      </FormFrame>
    </>
  );
}
