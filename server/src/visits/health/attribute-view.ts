/** Versions of a remote, now: what everybody gets but the canary's visitors, what this visitor gets, and the canary. */
export type Decided = { stable: string | null; given: string | null; canary: string | null };

/**
 * Which visitor a page view counts for when canary and stable are compared. The canary's visitors don't count for the
 * stable release. Nobody else counts for the canary: its pages went to its visitors alone, so such an event is forged.
 * The first page of a browser had no cookie yet, but may have taken up the canary since.
 * @param visitor a tag; `null` without a cookie
 * @returns the visitor; `null`: nobody, the view is shown in figures only; `undefined`: no page can have got that
 * release
 */
export function attributeView(
  { version, visitor }: { version: string; visitor: string | null },
  { stable, given, canary }: Decided,
): string | null | undefined {
  if (visitor === null) return null;
  if (version === canary && version !== stable) return given === version ? visitor : undefined;
  return version === stable && given !== stable ? null : visitor;
}
