import type { HostServices } from '@fridge/shared-contracts';
import { type AddressProblem, addressProblem, drawCalls, shippingAddress } from '@fridge/shared-contracts/activities/draw';
import { Button, joinClasses, saveSignedIn } from '@fridge/shared-ui';
import { type FormEvent, useEffect, useId, useRef, useState } from 'react';
import { copy } from '../copy.ts';
import theme from '../theme/theme.module.css';
import styles from './address-form.module.css';
import { type Areas, regionText } from './region.ts';
import { FieldProblem, RegionField } from './region-field.tsx';
import { useTypedText } from './typed-text.ts';
import { useLeaveGuard } from './use-leave-guard.ts';
import type { AddressDraft } from './use-recipient.ts';

export interface AddressFormProps {
  host: HostServices;
  prizeId: string;
  areas: Areas;
  draft: AddressDraft;
  /** The page names the deadline above the form. */
  dated: boolean;
  onSaved: () => void;
}

type Field = keyof AddressDraft;

const fieldOf: Readonly<Record<AddressProblem, Field>> = {
  nameEmpty: 'name', nameLong: 'name', phoneBad: 'phone', regionEmpty: 'region', addressEmpty: 'detail', addressLong: 'detail',
};

/** The shipping address (copy deck 4.6). What was typed stays whatever happens to the request or the session. */
export function AddressForm({ host, prizeId, areas, draft, dated, onSaved }: AddressFormProps) {
  const [start] = useState(draft);
  const [typed, setTyped] = useState(start);
  const [problem, setProblem] = useState<AddressProblem | null>(null);
  const [saving, setSaving] = useState(false);
  const lock = useRef(false);
  const [owner] = useState(() => host.session.getState().userId);
  const id = useId();
  const name = useRef<HTMLInputElement>(null);
  const phone = useRef<HTMLInputElement>(null);
  const region = useRef<HTMLFieldSetElement>(null);
  const detail = useRef<HTMLTextAreaElement>(null);

  const change = (part: Partial<AddressDraft>) => {
    setProblem(null);
    setTyped((before) => ({ ...before, ...part }));
  };
  const nameInput = useTypedText((text) => change({ name: text }));
  const phoneInput = useTypedText((text) => change({ phone: text }), (text) => text.replace(/[\s-]/g, ''));
  const detailInput = useTypedText((text) => change({ detail: text }), (text) => text.replace(/[\r\n]+/g, ' '));

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
    const unchosen = [...(region.current?.querySelectorAll('select') ?? [])].find((select) => select.value === '' && !select.disabled);
    const control = { name: name.current, phone: phone.current, region: unchosen, detail: detail.current }[fieldOf[found]];
    control?.focus({ preventScroll: true });
    control?.scrollIntoView({ block: 'start' }); // under the header: in the middle the toast would lie on it
  };

  const save = async (event: FormEvent) => {
    event.preventDefault();
    if (lock.current) return;
    const form = { name: typed.name, phone: typed.phone, region: regionText(areas, typed.region), detail: typed.detail };
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
    const saved = await saveSignedIn(host, (_, options) => host.requests.call(drawCalls.saveAddress, { id: prizeId, ...address }, options), {
      owner,
      fridge: 'optional',
      signal,
    });
    if (signal?.aborted) return;
    lock.current = false;
    setSaving(false);
    if (!saved.ok) return;
    allow();
    host.feedback.toast(copy['draw.address.ok.toast']);
    onSaved();
  };

  /** What a field's control says of its problem; the sentence itself stands below it. */
  const told = (field: Field) => {
    const bad = problem !== null && fieldOf[problem] === field;
    return { 'aria-invalid': bad || undefined, 'aria-describedby': bad ? `${id}problem` : undefined };
  };
  const problemOf = (field: Field) => problem !== null && fieldOf[problem] === field && <FieldProblem id={`${id}problem`} text={copy[`draw.address.${problem}.toast`]} />;
  return (
    <form noValidate className={joinClasses(theme.paper, styles.form)} onSubmit={(event) => void save(event)}>
      <div className={styles.field}>
        <label htmlFor={`${id}name`} className={styles.label}>{copy['draw.address.name.label']}</label>
        <input ref={name} id={`${id}name`} className={styles.control} autoComplete="name" enterKeyHint="next" placeholder={copy['draw.address.name.ph']} {...told('name')} value={typed.name} {...nameInput} />
        {problemOf('name')}
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}phone`} className={styles.label}>{copy['draw.address.phone.label']}</label>
        <input ref={phone} id={`${id}phone`} className={styles.control} type="tel" inputMode="tel" autoComplete="tel" enterKeyHint="next" placeholder={copy['draw.address.phone.ph']} {...told('phone')} value={typed.phone} {...phoneInput} />
        {problemOf('phone')}
      </div>
      <RegionField areas={areas} region={typed.region} onRegion={(chosen) => change({ region: chosen })} problem={problem === 'regionEmpty' ? copy['draw.address.regionEmpty.toast'] : null} group={region} />
      <div className={styles.field}>
        <label htmlFor={`${id}detail`} className={styles.label}>{copy['draw.address.address.label']}</label>
        <textarea ref={detail} id={`${id}detail`} className={joinClasses(styles.control, styles.detail)} rows={2} autoComplete="street-address" enterKeyHint="done" placeholder={copy['draw.address.address.ph']} {...told('detail')} value={typed.detail} {...detailInput} />
        {problemOf('detail')}
      </div>
      <p className={styles.hint}>{copy[dated ? 'draw.prize.shipping' : 'draw.address.hint']}</p>
      <Button type="submit" wide busy={saving} busyLabel={copy['draw.address.submitting']}>{copy['draw.address.submit']}</Button>
    </form>
  );
}
