/** Versions of a remote, now: what everybody gets but the canary's visitors, what this visitor gets, and the canary. */
export type Decided = { stable: string | null; given: string | null; canary: string | null };

/**
 * For whom a page view speaks when a release is judged. The canary's visitors can't speak for the stable release, nor
 * anybody else for the canary: its pages went to its visitors alone, so that such an event is a forger's. The first page of
 * a browser had no cookie yet, but may have taken up the canary since.
 * @param seen of the page view: `visitor` is a tag, `null` without a cookie
 * @returns the visitor; `null`: nobody, the view is shown in figures only; `undefined`: no page can have got that release
 */
export function speaksFor(
  { version, visitor }: { version: string; visitor: string | null },
  { stable, given, canary }: Decided,
): string | null | undefined {
  if (visitor === null) return null;
  if (version === canary && version !== stable) return given === version ? visitor : undefined;
  return version === stable && given !== stable ? null : visitor;
}
