import * as v from 'valibot';

const schemaPart = v.custom<v.GenericSchema>((part) => typeof part === 'object' && part !== null);
const ownParts = v.object({
  type: v.string(),
  wrapped: v.optional(schemaPart),
  default: v.optional(v.unknown()),
  entries: v.optional(v.record(v.string(), schemaPart), {}),
  item: v.optional(schemaPart),
  options: v.fallback(v.array(v.union([v.string(), v.number()])), []),
});
/** See `server/src/commands/fields.ts`. */
const told = v.object({
  isArgument: v.optional(v.boolean(), false),
  isFile: v.optional(v.boolean(), false),
  isTable: v.optional(v.boolean(), false),
  most: v.optional(v.number()),
  clock: v.optional(v.string()),
  unit: v.optional(v.string()),
});

type SchemaParts = Omit<v.InferOutput<typeof ownParts>, 'wrapped' | 'default'> &
  v.InferOutput<typeof told> & {
    /** Without `optional` and `nullable`. */
    inner: v.GenericSchema;
    isRequired: boolean;
    isNullable: boolean;
    initial?: unknown;
    description: string;
  };

/** What a schema tells of itself. `item`: of a list; `entries`: of an object; `options`: of a choice. */
export function partsOf(schema: v.GenericSchema): SchemaParts {
  const { wrapped, default: initial, ...own } = v.parse(ownParts, schema);
  if (wrapped !== undefined) {
    const inner = partsOf(wrapped);
    return own.type === 'nullable' ? { ...inner, isNullable: true } : { ...inner, isRequired: false, initial };
  }
  const metadata = v.parse(told, v.getMetadata(schema));
  const description = v.getDescription(schema) ?? '';
  return { ...own, ...metadata, description, inner: schema, isRequired: true, isNullable: false };
}
