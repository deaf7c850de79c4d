import { cleanField, cleanLine, isMobilePhone } from '../../text/clean-field.ts';
import { countCharacters } from '../../text/count-characters.ts';

/** In reader-visible characters. */
const mostCharacters = { name: 20, address: 200 };

/** Each has its text in the copy deck (`draw.address.<problem>.toast`). */
export type AddressProblem = 'nameEmpty' | 'nameLong' | 'phoneBad' | 'regionEmpty' | 'addressEmpty' | 'addressLong';

/** As typed. `region` is province, city and district, empty until all are chosen. */
export type AddressForm = { name: string; phone: string; region: string; detail: string };

/** Sent besides the prize's id. */
type ShippingAddress = { name: string; phone: string; address: string };

/** Cleaned, as sent and stored: `address` is such as `江苏省南京市玄武区 中山路1号`. */
export function shippingAddress({ name, phone, region, detail }: AddressForm): ShippingAddress {
  const parts = [region, detail].map((part) => cleanField(part, 'one')).filter(Boolean);
  return { name: cleanLine(name), phone: phone.trim(), address: cleanLine(parts.join(' ')) };
}

/** All errors, one per field, in field order (copy deck 4.6; spec section 5). */
export function addressProblems(form: AddressForm): AddressProblem[] {
  const { name, phone, address } = shippingAddress(form);
  const problems: (AddressProblem | null)[] = [
    textProblem('name', name),
    phoneProblem(phone),
    cleanLine(form.region) === '' ? 'regionEmpty' : null,
    cleanLine(form.detail) === '' ? 'addressEmpty' : textProblem('address', address),
  ];
  return problems.filter((problem) => problem !== null);
}

/** The same rules for the server: the first error. Takes raw input. */
export function shippingAddressProblem({ name, phone, address }: ShippingAddress): AddressProblem | null {
  return textProblem('name', name) ?? phoneProblem(phone) ?? textProblem('address', address);
}

const phoneProblem = (phone: string): AddressProblem | null => (isMobilePhone(phone.trim()) ? null : 'phoneBad');

function textProblem(field: 'name' | 'address', text: string): AddressProblem | null {
  const characters = countCharacters(cleanLine(text));
  if (characters === 0) return `${field}Empty`;
  return characters > mostCharacters[field] ? `${field}Long` : null;
}
