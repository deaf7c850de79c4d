/** -1 when the address names none; looks like brand 0. */
export type Brand = -1 | 0 | 1 | 2;
export type Skin = 0 | 1 | 2;

/**
 * Household and occasion in the address (spec section 3, "Page context"). Only a hint: the server checks each id
 * against the access token.
 */
export type PageContext = {
  fridgeId: string;
  /** Also named `phone` in the address. */
  mobile: string;
  homeId: string;
  userId: string;
  /** The model: first digits of the serial number. A brand lookup needs exactly 8. */
  sn8: string;
  spec: string;
  brand: Brand;
  activityId: string;
  /** Access token of scope `report` from a shared browser link. */
  wxToken: string;
  /** Where the link was made: `meijuReport`. */
  source: string;
  /** `card` (a device card) and `lotteryDraw` change behaviour. */
  comeFrom: string;
  /** With `source=meijuReport`: fridge id and access token of scope `report`. */
  ac: string;
  at: string;
  /** Opened from an app banner; the native header is hidden. */
  meijuBanner: boolean;
};

/** Without tokens. `reportAccess`: the address has a report token, not yet verified. */
export type ActivityContext = Omit<PageContext, 'wxToken' | 'at' | 'ac'> & { reportAccess: boolean };

const ID = /^[\w.\-:]{1,64}$/;
const TOKEN = /^[\w.\-+/=~]{1,2048}$/;
const WORD = /^[\w-]{1,32}$/;
const PHONE = /^1[3-9]\d{9}$/;
/** Free text and ciphertext, never put into markup or a path. */
const TEXT = /^[^\p{Cc}]{1,256}$/u;

/** Invalid, repeated or missing values get their default. */
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
    brand: /^[012]$/.test(query['brand'] ?? '') ? (Number(query['brand']) as Skin) : -1, // checked just before
    activityId: take(ID, 'activityId'),
    wxToken: take(TOKEN, 'wxToken'),
    source: take(WORD, 'source'),
    comeFrom: take(WORD, 'comeFrom'),
    ac: take(ID, 'ac'),
    at: take(TOKEN, 'at'),
    meijuBanner: query['meijuBanner'] === '1',
  };
}

export function skinOf(brand: Brand): Skin {
  return brand === -1 ? 0 : brand;
}
