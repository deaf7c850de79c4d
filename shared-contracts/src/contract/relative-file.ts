import * as v from 'valibot';

/** A file of a release, by its path from the release's own address. */
export const relativeFile = v.pipe(
  v.string(),
  v.regex(/^(?!.*(?:^|\/)\.\.?(?:\/|$))[\w][\w./~-]*$/, 'a path inside the release, with no leading slash and no ".."'),
);
