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

/** All errors, one per field, in field order (copy deck 4.6; spec section 5). */
export function addressProblems(form: AddressForm): AddressProblem[] {
  const { name, phone, address } = shippingAddress(form);
  const problems: (AddressProblem | null)[] = [
    nameProblem(name),
    phoneProblem(phone),
    cleanLine(form.region) === '' ? 'regionEmpty' : null,
    cleanLine(form.detail) === '' ? 'addressEmpty' : addressProblem(address),
  ];
  return problems.filter((problem) => problem !== null);
}

/** The same rules for the server: the first error. Takes raw input. */
export function shippingAddressProblem({ name, phone, address }: ShippingAddress): AddressProblem | null {
  return nameProblem(cleanLine(name)) ?? phoneProblem(phone.trim()) ?? addressProblem(cleanLine(address));
}

function nameProblem(name: string): AddressProblem | null {
  if (name === '') return 'nameEmpty';
  return countCharacters(name) > addressTerms.nameCharacters ? 'nameLong' : null;
}

const phoneProblem = (phone: string): AddressProblem | null => (isMobilePhone(phone) ? null : 'phoneBad');

function addressProblem(address: string): AddressProblem | null {
  if (address === '') return 'addressEmpty';
  return countCharacters(address) > addressTerms.addressCharacters ? 'addressLong' : null;
}
