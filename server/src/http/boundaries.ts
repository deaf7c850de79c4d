import { signedFields } from '@fridge/shared-contracts';
import type { Form, NamedFields } from './form.ts';

/** Fields whose values have a form that leaves no room for anything in front: none can begin earlier than it does. */
const formed: ReadonlySet<string> = new Set([
  ...signedFields, 'userId', 'phone', 'homeId', 'fridgeId', 'id', 'image', 'questionId', 'correctAnswer', 'requestId', 'type', 'sn',
]);

/**
 * Whether each value ends where its signer ended it. In a signed text names and values stand with nothing in between
 * (domain, "Signing"): `{ materials: 'a', nickName: 'b' }` and `{ materials: 'anickNameb' }` have one signature, so who
 * got hold of a call could send it on with a field less or with one more. Hence no value may hold the name of a field
 * that could begin right behind it. Field names are English words in Chinese texts: nobody misses them.
 */
export function endsAreCertain(form: Form, { required, optional }: NamedFields): boolean {
  const mandatory = new Set([...required, 'nonce', 'time_stamp']);
  const names = [...new Set([...mandatory, ...optional])].sort();
  return names.every((name, index) => {
    const behind = names.slice(index + 1);
    const last = behind.findIndex((next) => mandatory.has(next));
    const next = last < 0 ? behind : behind.slice(0, last + 1);
    return next.every((following) => (mandatory.has(following) && formed.has(following)) || !(form[name] ?? '').includes(following));
  });
}
