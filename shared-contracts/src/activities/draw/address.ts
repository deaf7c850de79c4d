import { cleanField, cleanLine, isMobilePhone } from '../../text/clean-field.ts';
import { countCharacters } from '../../text/count-characters.ts';

/** In reader-visible characters. */
const addressTerms = { nameCharacters: 20, addressCharacters: 200 } as const;

/** Each has its text in the copy deck (`draw.address.<problem>.toast`). */
export type AddressProblem = 'nameEmpty' | 'nameLong' | 'phoneBad' | 'regionEmpty' | 'addressEmpty' | 'addressLong';

/** As typed. `region` is province, city and district, empty until all are chosen. */
export type AddressForm = { name: string; phone: string; region: string; detail: string };

/** Sent besides the prize's id. */
type ShippingAddress = { name: string; phone: string; address: string };

/** As stored: `江苏省南京市玄武区 中山路1号`. */
export function joinAddress(region: string, detail: string): string {
  return cleanLine(
    [region, detail]
      .map((part) => cleanField(part, 'one'))
      .filter((part) => part !== '')
      .join(' '),
  );
}

/** Cleaned, as sent and stored. */
export function shippingAddress(form: AddressForm): ShippingAddress {
  return { name: cleanLine(form.name), phone: form.phone.trim(), address: joinAddress(form.region, form.detail) };
}

/** The first error in field order, or `null` (copy deck 4.6; spec section 5). */
export function addressProblem(form: AddressForm): AddressProblem | null {
  const problem = shippingAddressProblem(shippingAddress(form));
  if (problem !== null && problem !== 'addressEmpty' && problem !== 'addressLong') return problem;
  if (cleanLine(form.region) === '') return 'regionEmpty';
  return cleanLine(form.detail) === '' ? 'addressEmpty' : problem;
}

/** The same rules for the server. Takes raw input. */
export function shippingAddressProblem(sent: ShippingAddress): AddressProblem | null {
  const name = cleanLine(sent.name);
  const address = cleanLine(sent.address);
  if (name === '') return 'nameEmpty';
  if (countCharacters(name) > addressTerms.nameCharacters) return 'nameLong';
  if (!isMobilePhone(sent.phone.trim())) return 'phoneBad';
  if (address === '') return 'addressEmpty';
  return countCharacters(address) > addressTerms.addressCharacters ? 'addressLong' : null;
}
