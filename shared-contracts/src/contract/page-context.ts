import * as v from 'valibot';
import { matching } from './fields.ts';
import { MOBILE_PHONE } from '../text/clean-field.ts';

/** -1 when the address names none; looks like brand 0. */
export type Brand = -1 | 0 | 1 | 2;
export type Skin = 0 | 1 | 2;

/** A missing or invalid value is empty. */
const take = (pattern: RegExp) => v.fallback(matching(pattern), '');
const id = take(/^[\w.\-:]{1,64}$/);
const token = take(/^[\w.\-+/=~]{1,2048}$/);
const word = take(/^[\w-]{1,32}$/);
const phoneNumber = take(MOBILE_PHONE);
/** Free text and ciphertext, never put into markup or a path. */
const text = take(/^[^\p{Cc}]{1,256}$/u);

/**
 * Household and occasion in the address (spec section 3, "Page context"). Only a hint: the server checks each id
 * against the access token.
 */
const pageContextSchema = v.pipe(
  v.object({
    fridgeId: id,
    mobile: phoneNumber,
    /** Another name of `mobile`. */
    phone: phoneNumber,
    homeId: id,
    userId: text,
    /** The model: first digits of the serial number. A brand lookup needs exactly 8. */
    sn8: text,
    spec: text,
    brand: v.fallback(v.pipe(matching(/^\d$/), v.transform(Number), v.picklist([-1, 0, 1, 2])), -1),
    activityId: id,
    /** Access token of scope `report` from a shared browser link. */
    wxToken: token,
    /** Where the link was made: `meijuReport`. */
    source: word,
    /** `card` (a device card) and `lotteryDraw` change behaviour. */
    comeFrom: word,
    /** With `source=meijuReport`: fridge id and access token of scope `report`. */
    ac: id,
    at: token,
    /** Opened from an app banner; the native header is hidden. */
    meijuBanner: v.pipe(
      v.optional(text, ''),
      v.transform((given) => given === '1'),
    ),
  }),
  v.transform(({ phone, ...context }) => ({ ...context, mobile: context.mobile || phone })),
);
export type PageContext = v.InferOutput<typeof pageContextSchema>;

/** Without tokens. `reportAccess`: the address has a report token, not yet verified. */
export type ActivityContext = Omit<PageContext, 'wxToken' | 'at' | 'ac'> & { reportAccess: boolean };

export const readPageContext = ({ query }: { query: Readonly<Record<string, string>> }): PageContext =>
  v.parse(pageContextSchema, query);

export function skinOf(brand: Brand): Skin {
  return brand === -1 ? 0 : brand;
}
