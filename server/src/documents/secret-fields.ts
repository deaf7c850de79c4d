import { isRecord } from '@fridge/shared-contracts/page';

const SECRET_NAME = /(key|keys|secret|password|passwd|pwd|token|credential|credentials)(accepted)?$/i;

/** Paths of fields that a secret would have: a document is kept for ever, and secrets come from the environment. */
export function secretFields(document: unknown, path = ''): string[] {
  if (Array.isArray(document)) return document.flatMap((each, index) => secretFields(each, `${path}.${index}`));
  if (!isRecord(document)) return [];
  return Object.entries(document).flatMap(([name, value]) => {
    const here = path === '' ? name : `${path}.${name}`;
    return SECRET_NAME.test(name) ? [here] : secretFields(value, here);
  });
}
