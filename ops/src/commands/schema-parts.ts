import * as v from 'valibot';

/** Parts of a schema, whatever it is of. */
const schema = v.custom<v.GenericSchema>((part) => typeof part === 'object' && part !== null);
const wrapper = v.object({ wrapped: schema });
const object = v.object({ entries: v.record(v.string(), schema) });
const list = v.object({ item: schema });

/** Without `optional` and `nullable`. */
export function unwrapped(of: v.GenericSchema): v.GenericSchema {
  const parsed = v.safeParse(wrapper, of);
  return parsed.success ? unwrapped(parsed.output.wrapped) : of;
}

/** Of an object; of anything else, none. */
export function entriesOf(of: v.GenericSchema): Readonly<Record<string, v.GenericSchema>> {
  const parsed = v.safeParse(object, unwrapped(of));
  return parsed.success ? parsed.output.entries : {};
}

/** Of a list; `null` of anything else. */
export function itemOf(of: v.GenericSchema): v.GenericSchema | null {
  const parsed = v.safeParse(list, unwrapped(of));
  return parsed.success ? parsed.output.item : null;
}
