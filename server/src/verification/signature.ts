import { SIGNATURE_WINDOW_MS } from '@fridge/shared-contracts';
import type { ServerSettings } from '../settings/server-settings.ts';
import type { Form } from '../wire/read-form.ts';
import { refuse } from '../wire/refusal.ts';
import { equalInConstantTime } from './equal-in-constant-time.ts';
import { sign } from './sign.ts';

/** @throws Refusal 400 when `token` isn't the signature of the other fields */
export function checkSignature(form: Form, signing: ServerSettings['signing']): void {
  if (!equalInConstantTime(form['token'] ?? '', sign(form, signing))) throw refuse.badSignature();
}

/**
 * @param now real time, milliseconds
 * @throws Refusal 400 when `time_stamp` is more than five minutes off, either way
 */
export function checkTimeliness(form: Form, now: number): void {
  const stamp = form['time_stamp'] ?? '';
  if (!/^\d{13}$/.test(stamp) || Math.abs(now - Number(stamp)) > SIGNATURE_WINDOW_MS) throw refuse.badSignature();
}
