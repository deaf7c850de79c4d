import type { HostServices } from '@fridge/shared-contracts';
import { type AddressProblem, addressProblem, drawCalls, shippingAddress } from '@fridge/shared-contracts/activities/draw';
import { Button, joinClasses } from '@fridge/shared-ui';
import { type FormEvent, useId, useRef, useState } from 'react';
import { copy } from '../copy.ts';
import theme from '../theme/theme.module.css';
import styles from './address-form.module.css';
import { type Areas, regionText } from './region.ts';
import { RegionField } from './region-field.tsx';
import { useTypedText } from './typed-text.ts';
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

/** The shipping address (copy deck 4.6). What was typed stays whatever happens to the request. */
export function AddressForm({ host, prizeId, areas, draft, dated, onSaved }: AddressFormProps) {
  const [typed, setTyped] = useState(draft);
  const [problem, setProblem] = useState<AddressProblem | null>(null);
  const [saving, setSaving] = useState(false);
  const lock = useRef(false);
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

  const point = (found: AddressProblem) => {
    setProblem(found);
    host.feedback.toast(copy[`draw.address.${found}.toast`]);
    const unchosen = [...(region.current?.querySelectorAll('select') ?? [])].find((select) => select.value === '' && !select.disabled);
    ({ nameEmpty: name.current, nameLong: name.current, phoneBad: phone.current, regionEmpty: unchosen, addressEmpty: detail.current, addressLong: detail.current })[found]?.focus();
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
    const permission = await host.session.require();
    const allowed = permission.allowed || permission.because === 'noFridge';
    const saved = allowed && (await host.requests.call(drawCalls.saveAddress, { id: prizeId, ...shippingAddress(form) })).ok;
    lock.current = false;
    setSaving(false);
    if (!saved) return;
    host.feedback.toast(copy['draw.address.ok.toast']);
    onSaved();
  };

  const nameBad = problem === 'nameEmpty' || problem === 'nameLong';
  const detailBad = problem === 'addressEmpty' || problem === 'addressLong';
  return (
    <form noValidate className={joinClasses(theme.paper, styles.form)} onSubmit={(event) => void save(event)}>
      <div className={styles.field}>
        <label htmlFor={`${id}name`} className={styles.label}>{copy['draw.address.name.label']}</label>
        <input ref={name} id={`${id}name`} className={styles.control} autoComplete="name" enterKeyHint="next" placeholder={copy['draw.address.name.ph']} aria-invalid={nameBad || undefined} value={typed.name} {...nameInput} />
      </div>
      <div className={styles.field}>
        <label htmlFor={`${id}phone`} className={styles.label}>{copy['draw.address.phone.label']}</label>
        <input ref={phone} id={`${id}phone`} className={styles.control} type="tel" inputMode="tel" autoComplete="tel" enterKeyHint="next" placeholder={copy['draw.address.phone.ph']} aria-invalid={problem === 'phoneBad' || undefined} value={typed.phone} {...phoneInput} />
      </div>
      <RegionField areas={areas} region={typed.region} onRegion={(chosen) => change({ region: chosen })} invalid={problem === 'regionEmpty'} group={region} />
      <div className={styles.field}>
        <label htmlFor={`${id}detail`} className={styles.label}>{copy['draw.address.address.label']}</label>
        <textarea ref={detail} id={`${id}detail`} className={joinClasses(styles.control, styles.detail)} rows={2} autoComplete="street-address" enterKeyHint="done" placeholder={copy['draw.address.address.ph']} aria-invalid={detailBad || undefined} value={typed.detail} {...detailInput} />
      </div>
      <p className={styles.hint}>{copy[dated ? 'draw.prize.shipping' : 'draw.address.hint']}</p>
      <Button type="submit" wide busy={saving} busyLabel={copy['draw.address.submitting']}>{copy['draw.address.submit']}</Button>
    </form>
  );
}
