import { type Report, reportSchema } from '@fridge/shared-contracts/activities/report';
import * as v from 'valibot';
import { reasonOf } from '../../commands/json-lines.ts';

const MAX_TEXT = 2_000;
const MAX_LIST = 1_000;
/** Limit of a report as JSON and of an import's line, bytes. */
export const REPORT_BYTES = 64 * 1024;

type FieldName = keyof Report;
type Scalar = string | number | null;

const isScalar = (raw: unknown): raw is Scalar =>
  raw === null || typeof raw === 'number' || (typeof raw === 'string' && isStorable(raw));

/** PostgreSQL stores neither NUL nor a lone surrogate. */
function isStorable(text: string): boolean {
  return text.length <= MAX_TEXT && !text.includes('\0') && !/\p{Surrogate}/u.test(text);
}

const text = v.custom<Scalar>(isScalar, `text of at most ${MAX_TEXT} characters`);

/** What the contract's schema reads, or none (null, empty text): the page drops nothing accepted here. */
const readAs = (field: FieldName, expected: string) =>
  v.custom<Scalar>(
    (raw) => isScalar(raw) && (raw === null || raw === '' || v.parse(reportSchema.entries[field], raw) !== null),
    expected,
  );

/** Negative too: backends send -1 for "none", which the page leaves out. */
const number = readAs('maxTemp', 'a number');
const day = readAs('registerTime', 'a day such as 2022-07-21');
const time = readAs('latestOpenTime', 'a time such as 23:48');
const list = <Entry extends v.GenericSchema>(entry: Entry) =>
  v.nullable(v.pipe(v.array(entry, 'a list'), v.maxLength(MAX_LIST, `at most ${MAX_LIST} entries`)));

const fieldsOf = <const Name extends FieldName, Schema extends v.GenericSchema>(
  names: readonly Name[],
  schema: Schema,
) =>
  Object.fromEntries(names.map((name) => [name, v.optional(schema)])) as Record<
    Name,
    v.OptionalSchema<Schema, undefined>
  >;

const fieldNames = Object.keys(reportSchema.entries) as FieldName[]; // its own keys

/** Numbers, but for these. */
const fieldSchemas = {
  ...fieldsOf(fieldNames, number),
  ...fieldsOf(['registerTime', 'maxTempDate'], day),
  ...fieldsOf(['earliestOpenTime', 'latestOpenTime', 'maxTempTime'], time),
  // The page shows a text for an unknown favourite time.
  ...fieldsOf(['favoriteUseTime', 'favoriteFunction', 'problem'], text),
  ...fieldsOf(['keyWordList'], list(text)),
  ...fieldsOf(
    ['dietitianeList'],
    list(
      v.strictObject({ headUrl: v.optional(text), userName: v.optional(text) }, ({ expected }) =>
        expected === 'never' ? 'no field of a dietitian' : 'headUrl and userName',
      ),
    ),
  ),
};

const rowSchema = v.strictObject(
  {
    fridgeId: v.pipe(v.string('text'), v.regex(/^[^\s\p{C}]{1,64}$/u, '1 to 64 characters without blanks')),
    ...fieldSchemas,
  },
  ({ expected }) => (expected === 'never' ? 'no field of a report' : 'missing'),
);

/** Spec section 3, "Year report data". */
export type ReportFields = Omit<v.InferOutput<typeof rowSchema>, 'fridgeId'>;

/** @returns the fields, or a reason, which names fields, never values */
export function readReportRow(raw: unknown): { fridgeId: string; fields: ReportFields } | { reason: string } {
  if (typeof raw !== 'object' || raw === null || Array.isArray(raw)) return { reason: 'no JSON object' };
  if (Buffer.byteLength(JSON.stringify(raw)) > REPORT_BYTES) return { reason: `longer than ${REPORT_BYTES} bytes` };
  const parsed = v.safeParse(rowSchema, raw);
  if (!parsed.success) return { reason: reasonOf(parsed.issues, nameOf) };
  const { fridgeId, ...fields } = parsed.output;
  return Object.keys(fields).length > 0 ? { fridgeId, fields } : { reason: 'no field of a report beside fridgeId' };
}

/** Field names come from the file and may be anything. */
const nameOf = (issue: v.BaseIssue<unknown>) => (v.getDotPath(issue) ?? '').replace(/\p{C}/gu, '?').slice(0, 60);
