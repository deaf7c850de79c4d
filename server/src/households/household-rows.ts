import { cleanField, isMobilePhone, isRecord } from '@fridge/shared-contracts/page';
import * as v from 'valibot';
import { reasonOf } from '../commands/json-lines.ts';

/** Limit of an import's line, bytes. */
export const HOUSEHOLD_LINE_BYTES = 64 * 1024;

/** What an import knows, in the order in which one names another. */
export const rowKinds = ['account', 'home', 'fridge', 'deviceConfig'] as const;
export type RowKind = (typeof rowKinds)[number];

const id = v.pipe(v.string('text'), v.regex(/^[^\s\p{C}]{1,64}$/u, '1 to 64 characters without blanks'));
/** An authorization header separates user and token by a colon. */
const userId = v.pipe(id, v.regex(/^[^:]+$/, 'no colon'));

/** One line, without tags and invisible characters; `null` is empty. */
const line = (characters: number) =>
  v.pipe(
    v.nullable(v.string('text')),
    v.transform((text) => cleanField(text ?? '', 'one').replace(/[\0\p{Surrogate}]/gu, '')),
    v.maxLength(characters, `at most ${characters} characters`),
  );
const visibleAscii = (pattern: RegExp, expected: string) =>
  v.pipe(
    v.nullable(v.string('text')),
    v.transform((text) => text ?? ''),
    v.regex(pattern, expected),
  );
const picture = v.pipe(
  line(2_000),
  v.check((text) => text === '' || (URL.canParse(text) && /^https?:$/.test(new URL(text).protocol)), 'a web address'),
);
const messages: Readonly<Record<string, string>> = { never: 'unknown field', Object: 'no JSON object' };
const objectMessage = ({ expected }: { expected: string | null }) => messages[expected ?? ''] ?? 'missing';

/**
 * By kind, the key's field first. A field that is left out keeps its value. `null` of a phone or a home: none any more.
 */
const fieldsOf = {
  account: {
    userId,
    phone: v.exactOptional(
      v.nullable(v.pipe(v.string('text'), v.check(isMobilePhone, '11 digits, a 1 and then 3 to 9'))),
    ),
    nickName: v.exactOptional(line(100)),
    headImgUrl: v.exactOptional(picture),
    grid: v.exactOptional(line(64)),
    supply: v.exactOptional(line(64)),
    realNameVerified: v.exactOptional(v.boolean('true or false')),
  },
  home: { homeId: id, userId },
  fridge: {
    fridgeId: id,
    homeId: v.exactOptional(v.nullable(id)),
    sn8: v.exactOptional(visibleAscii(/^[!-~]{0,64}$/, 'at most 64 printable characters')),
    spec: v.exactOptional(line(100)),
    name: v.exactOptional(line(100)),
  },
  deviceConfig: {
    /** Last 5 characters of an sn8 (spec section 9). */
    sn: v.pipe(v.string('text'), v.regex(/^[!-~]{5}$/, '5 printable characters')),
    highBrand: v.exactOptional(v.picklist([0, 1], '0 or 1')),
    devType: v.exactOptional(visibleAscii(/^[!-~]{0,32}$/, 'at most 32 printable characters')),
  },
} as const satisfies Record<RowKind, v.ObjectEntries>;

/** `id`: of what the row is about. */
export type HouseholdRow = { kind: RowKind; id: string; fields: Readonly<Record<string, unknown>> };

/**
 * Reads a line's object, such as `{"home":{"homeId":"H1","userId":"U1"}}`.
 * @returns the row, or a reason, which names fields, never values
 */
export function readHouseholdRow(raw: unknown): HouseholdRow | { reason: string } {
  if (!isRecord(raw)) return { reason: 'no JSON object' };
  const names = Object.keys(raw);
  const kind = rowKinds.find((known) => known === names[0]);
  if (kind === undefined || names.length > 1) return { reason: `not one of ${rowKinds.join(', ')}` };
  const parsed = v.safeParse(
    v.strictObject<v.ObjectEntries, typeof objectMessage>(fieldsOf[kind], objectMessage),
    raw[kind],
  );
  if (!parsed.success) return { reason: reasonOf(parsed.issues, (issue) => `${kind}${nameOf(issue)}`) };
  const [key = ''] = Object.keys(fieldsOf[kind]);
  return { kind, id: String(parsed.output[key]), fields: parsed.output };
}

/** `.phone`, or nothing for the whole object. A name comes from the file: what isn't like one may be personal. */
function nameOf(issue: v.BaseIssue<unknown>): string {
  const name = issue.path?.[0]?.key;
  if (name === undefined) return '';
  return typeof name === 'string' && /^[A-Za-z]\w{0,39}$/.test(name) ? `.${name}` : '.?';
}
