import {
  type AddressProblem,
  addressProblems,
  drawCalls,
  shippingAddress,
} from '@fridge/shared-contracts/activities/draw';
import { Button, Field, joinClasses, leadTo, callSignedIn, useLeaveGuard, useSubmitLock } from '@fridge/shared-ui';
import { fieldStyles, phoneInput, useLiveHost } from '@fridge/shared-ui/internal';
import { type FormEvent, useRef, useState } from 'react';
import { copy } from '../copy.ts';
import theme from '../theme/theme.module.css';
import styles from './address-form.module.css';
import { type Areas, RegionField, regionText } from './region-field.tsx';
import type { AddressDraft } from './use-recipient.ts';

interface AddressFormProps {
  prizeId: string;
  areas: Areas;
  draft: AddressDraft;
  /** The page shows the deadline. */
  dated: boolean;
  onSaved: () => void;
}

const fieldOf: Readonly<Record<AddressProblem, keyof AddressDraft>> = {
  nameEmpty: 'name',
  nameLong: 'name',
  phoneBad: 'phone',
  regionEmpty: 'region',
  addressEmpty: 'detail',
  addressLong: 'detail',
};

/** The shipping address (copy deck 4.6). Input survives failed requests and an expired session. */
export function AddressForm({ prizeId, areas, draft, dated, onSaved }: AddressFormProps) {
  const host = useLiveHost();
  const [start] = useState(draft);
  const [typed, setTyped] = useState(start);
  const [problems, setProblems] = useState<readonly AddressProblem[]>([]);
  const [owner] = useState(() => host.session.getState().userId);
  const { locked, submitOnce } = useSubmitLock();
  const isSaved = useRef(false);
  const element = useRef<HTMLFormElement>(null);
  useLeaveGuard(host, () =>
    isSaved.current || JSON.stringify(typed) === JSON.stringify(start) ? null : leaveQuestion,
  );

  const change = (part: Partial<AddressDraft>) => {
    setProblems(problems.filter((problem) => !(fieldOf[problem] in part)));
    setTyped((before) => ({ ...before, ...part }));
  };

  const leadToField = (field: keyof AddressDraft) => {
    const controls = element.current?.querySelectorAll<HTMLInputElement>(`[data-field="${field}"]`) ?? [];
    // The first select without a value.
    leadTo([...controls].find(({ value, disabled }) => controls.length === 1 || (value === '' && !disabled)));
  };

  const submit = (event: FormEvent) => {
    event.preventDefault();
    const form = { ...typed, region: regionText(areas, typed.region) };
    const found = addressProblems(form);
    setProblems(found);
    const [first] = found;
    if (first === undefined) {
      void submitOnce((signal) => save(shippingAddress(form), signal));
      return;
    }
    host.feedback.toast(copy[`draw.address.${first}.toast`]);
    leadToField(fieldOf[first]);
  };

  const save = async (address: ReturnType<typeof shippingAddress>, signal: AbortSignal): Promise<boolean> => {
    host.tracking.click('draw.address.submit');
    const saved = await callSignedIn(
      host,
      (_, options) => host.requests.call(drawCalls.saveAddress, { id: prizeId, ...address }, options),
      { owner, fridge: 'optional', signal },
    );
    if (!saved.ok || signal.aborted) return false;
    isSaved.current = true;
    host.feedback.toast(copy['draw.address.ok.toast']);
    onSaved();
    return true;
  };
  const problemOf = (field: keyof AddressDraft) => {
    const problem = problems.find((candidate) => fieldOf[candidate] === field);
    return problem === undefined ? null : copy[`draw.address.${problem}.toast`];
  };
  const common = (name: 'name' | 'phone' | 'detail') => ({
    name,
    problem: problemOf(name),
    value: typed[name],
    onText: (text: string) => change({ [name]: text }),
  });
  return (
    <form ref={element} noValidate className={joinClasses(theme.paper, styles.form)} onSubmit={submit}>
      <Field
        {...common('name')}
        label={copy['draw.address.name.label']}
        placeholder={copy['draw.address.name.ph']}
        autoComplete="name"
        enterKeyHint="next"
      />
      <Field
        {...common('phone')}
        label={copy['draw.address.phone.label']}
        placeholder={copy['draw.address.phone.ph']}
        {...phoneInput}
      />
      <RegionField
        areas={areas}
        region={typed.region}
        onRegion={(region) => change({ region })}
        problem={problemOf('region')}
      />
      <Field
        {...common('detail')}
        label={copy['draw.address.address.label']}
        placeholder={copy['draw.address.address.ph']}
        rows={2}
        autoComplete="street-address"
        enterKeyHint="done"
        accept={(text) => ({ text: text.replace(/[\r\n]+/g, ' ') })}
      />
      <p className={fieldStyles.hint}>{copy[dated ? 'draw.prize.shipping' : 'draw.address.hint']}</p>
      <Button type="submit" wide busy={locked} busyLabel={copy['draw.address.submitting']}>
        {copy['draw.address.submit']}
      </Button>
    </form>
  );
}

/** For unsaved changes. */
const leaveQuestion = {
  title: copy['draw.address.leave.title'],
  description: copy['draw.address.leave.desc'],
  confirm: copy['draw.address.leave.confirm'],
  cancel: copy['draw.address.leave.cancel'],
  danger: true,
} as const;
