import type { HostServices } from '@fridge/shared-contracts';
import {
  type AddressProblem,
  addressProblem,
  drawCalls,
  shippingAddress,
} from '@fridge/shared-contracts/activities/draw';
import { Button, Field, joinClasses, leadTo, callSignedIn } from '@fridge/shared-ui';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { copy } from '../copy.ts';
import theme from '../theme/theme.module.css';
import styles from './address-form.module.css';
import { type Areas, RegionField, regionText } from './region-field.tsx';
import type { AddressDraft } from './use-recipient.ts';

interface AddressFormProps {
  host: HostServices;
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
export function AddressForm({ host, prizeId, areas, draft, dated, onSaved }: AddressFormProps) {
  const [start] = useState(draft);
  const [typed, setTyped] = useState(start);
  const [problem, setProblem] = useState<AddressProblem | null>(null);
  const [saving, setSaving] = useState(false);
  const lock = useRef(false);
  const [owner] = useState(() => host.session.getState().userId);
  const element = useRef<HTMLFormElement>(null);

  const change = (part: Partial<AddressDraft>) => {
    setProblem(null);
    setTyped((before) => ({ ...before, ...part }));
  };

  const { allow } = useLeaveGuard(host, typed, start);
  const left = useRef<AbortController>(undefined);
  useEffect(() => {
    const leaving = new AbortController();
    left.current = leaving;
    return () => leaving.abort();
  }, []);

  const point = (found: AddressProblem) => {
    setProblem(found);
    host.feedback.toast(copy[`draw.address.${found}.toast`]);
    const controls = element.current?.querySelectorAll<HTMLInputElement>(`[data-field="${fieldOf[found]}"]`) ?? [];
    // The first select without a value.
    leadTo([...controls].find(({ value, disabled }) => controls.length === 1 || (value === '' && !disabled)));
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (lock.current) return;
    const form = {
      name: typed.name,
      phone: typed.phone,
      region: regionText(areas, typed.region),
      detail: typed.detail,
    };
    const found = addressProblem(form);
    if (found !== null) {
      point(found);
      return;
    }
    lock.current = true;
    setSaving(true);
    host.tracking.click('draw.address.submit');
    const address = shippingAddress(form);
    const signal = left.current?.signal;
    const saved = await callSignedIn(
      host,
      (_, options) => host.requests.call(drawCalls.saveAddress, { id: prizeId, ...address }, options),
      { owner, fridge: 'optional', signal },
    );
    if (signal?.aborted) return;
    lock.current = false;
    setSaving(false);
    if (!saved.ok) return;
    allow();
    host.feedback.toast(copy['draw.address.ok.toast']);
    onSaved();
  };

  const problemOf = (field: keyof AddressDraft) =>
    problem !== null && fieldOf[problem] === field ? copy[`draw.address.${problem}.toast`] : null;
  const common = (name: 'name' | 'phone' | 'detail') => ({
    name,
    styles,
    problem: problemOf(name),
    value: typed[name],
    onText: (text: string) => change({ [name]: text }),
  });
  return (
    <form
      ref={element}
      noValidate
      className={joinClasses(theme.paper, styles.form)}
      onSubmit={(event) => void save(event)}
    >
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
        type="tel"
        inputMode="tel"
        autoComplete="tel"
        enterKeyHint="next"
        accept={(text) => ({ text: text.replace(/[\s-]/g, '') })}
      />
      <RegionField
        areas={areas}
        region={typed.region}
        onRegion={(region) => change({ region })}
        problem={problemOf('region')}
      />
      <Field
        {...common('detail')}
        styles={{ ...styles, control: joinClasses(styles.control, styles.detail) }}
        label={copy['draw.address.address.label']}
        placeholder={copy['draw.address.address.ph']}
        rows={2}
        autoComplete="street-address"
        enterKeyHint="done"
        accept={(text) => ({ text: text.replace(/[\r\n]+/g, ' ') })}
      />
      <p className={styles.hint}>{copy[dated ? 'draw.prize.shipping' : 'draw.address.hint']}</p>
      <Button type="submit" wide busy={saving} busyLabel={copy['draw.address.submitting']}>
        {copy['draw.address.submit']}
      </Button>
    </form>
  );
}

/** Confirms leaving with unsaved changes. */
function useLeaveGuard(host: HostServices, typed: AddressDraft, start: AddressDraft): { allow: () => void } {
  const unsaved = useRef(false);
  useEffect(() => {
    unsaved.current = JSON.stringify(typed) !== JSON.stringify(start);
  }, [typed, start]);
  useEffect(() => host.navigation.guard(() => (unsaved.current ? leaveQuestion : null)), [host]);
  return {
    /** Call after saving. */
    allow: () => {
      unsaved.current = false;
    },
  };
}

const leaveQuestion = {
  title: copy['draw.address.leave.title'],
  description: copy['draw.address.leave.desc'],
  confirm: copy['draw.address.leave.confirm'],
  cancel: copy['draw.address.leave.cancel'],
  danger: true,
} as const;
