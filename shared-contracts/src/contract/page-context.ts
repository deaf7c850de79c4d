/** The brand a page was opened for: -1 when the address names none; it then looks like brand 0. */
export type Brand = -1 | 0 | 1 | 2;
/** The skin that is drawn. */
export type Skin = 0 | 1 | 2;

/**
 * What the address tells about the household and the occasion (spec section 3, "Page context"). A hint and not an
 * identity: anyone can write an address, so the server checks each id against the access token.
 */
export type PageContext = {
  fridgeId: string;
  /** Named `mobile` on some routes and `phone` on others; one field here. */
  mobile: string;
  homeId: string;
  userId: string;
  /** First digits of the serial number: the fridge's model. A brand lookup needs exactly 8 characters. */
  sn8: string;
  spec: string;
  brand: Brand;
  activityId: string;
  /** Access token of scope `report` that a shared browser link carries. */
  wxToken: string;
  /** Where the link was made, such as `meijuReport`. */
  source: string;
  /** Where the user came from: `card` (a device card) and `lotteryDraw` change behaviour. */
  comeFrom: string;
  /** Parameters of `source=meijuReport`: the fridge id and an access token of scope `report`. */
  ac: string;
  at: string;
  /** `meijuBanner=1`: opened from a banner of the app; the native header is hidden. */
  meijuBanner: boolean;
};

/**
 * What an activity sees of it: no token. `reportAccess` tells whether the address brought one of scope `report`;
 * whether it is any good, the server says.
 */
export type ActivityContext = Omit<PageContext, 'wxToken' | 'at' | 'ac'> & { reportAccess: boolean };

const ID = /^[\w.\-:]{1,64}$/;
const TOKEN = /^[\w.\-+/=~]{1,2048}$/;
const WORD = /^[\w-]{1,32}$/;
const PHONE = /^1[3-9]\d{9}$/;
/** Free text and ciphertext: bounded, and never put into markup or a path. */
const TEXT = /^[^\p{Cc}]{1,256}$/u;

/** Reads the page context; whatever is missing, repeated, out of range or of the wrong form gets its default. */
export function readPageContext({ query }: { query: Readonly<Record<string, string>> }): PageContext {
  const take = (pattern: RegExp, ...names: string[]) =>
    names.map((name) => query[name] ?? '').find((value) => pattern.test(value)) ?? '';
  return {
    fridgeId: take(ID, 'fridgeId'),
    mobile: take(PHONE, 'mobile', 'phone'),
    homeId: take(ID, 'homeId'),
    userId: take(TEXT, 'userId'),
    sn8: take(TEXT, 'sn8'),
    spec: take(TEXT, 'spec'),
    brand: readBrand(query['brand']),
    activityId: take(ID, 'activityId'),
    wxToken: take(TOKEN, 'wxToken'),
    source: take(WORD, 'source'),
    comeFrom: take(WORD, 'comeFrom'),
    ac: take(ID, 'ac'),
    at: take(TOKEN, 'at'),
    meijuBanner: query['meijuBanner'] === '1',
  };
}

/** The skin a brand wears; no brand wears the main one. */
export function skinOf(brand: Brand): Skin {
  return brand === -1 ? 0 : brand;
}

function readBrand(value: string | undefined): Brand {
  if (value === '0' || value === '1' || value === '2') return Number(value) as 0 | 1 | 2; // checked just before
  return -1;
}
