/** The page that a silent app interrupted, from `/disconnected?from=`; the home for anything that is no plain path. */
export function pageBefore(from: string | undefined): string {
  return from !== undefined && from !== '/disconnected' && /^\/[\w/-]{0,64}$/.test(from) && !from.startsWith('//') ? from : '/';
}
