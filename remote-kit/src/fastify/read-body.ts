/** A call's text fields, and its files by their names. */
export interface CallBody {
  fields: Readonly<Record<string, string>>;
  files: Readonly<Record<string, File>>;
}

/** @returns `null` for a body that isn't a form, or has a name twice */
export async function readBody(bytes: Buffer, contentType: string): Promise<CallBody | null> {
  const sent = new Response(new Uint8Array(bytes), { headers: { 'content-type': contentType } });
  const pairs = bytes.length === 0 ? [] : await sent.formData().catch(() => null);
  if (pairs === null) return null;
  const fields = new Map<string, string>();
  const files = new Map<string, File>();
  for (const [name, value] of pairs) {
    if (fields.has(name) || files.has(name)) return null;
    if (typeof value === 'string') fields.set(name, value);
    else files.set(name, value);
  }
  return { fields: Object.fromEntries(fields), files: Object.fromEntries(files) };
}
