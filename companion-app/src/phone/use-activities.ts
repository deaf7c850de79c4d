import { parseRegistry } from '@fridge/shared-contracts/host';
import { useEffect, useState } from 'react';

type ActivityEntry = { name: string; title: string; description: string; path: string };

/** Empty while the host's registry loads or can't be read. */
export function useActivities(hostUrl: string): readonly ActivityEntry[] {
  const [entries, setEntries] = useState<readonly ActivityEntry[]>([]);
  useEffect(() => {
    const leaving = new AbortController();
    const read = async () => {
      const response = await fetch(new URL('/remotes.json', hostUrl), { signal: leaving.signal });
      setEntries(listActivities(await response.json()));
    };
    read().catch(() => undefined);
    return () => leaving.abort();
  }, [hostUrl]);
  return entries;
}

export function listActivities(raw: unknown): ActivityEntry[] {
  return Object.entries(parseRegistry(raw)?.remotes ?? {}).flatMap(([name, { enabled, title, description, routes }]) => {
    const path = routes[0]?.path;
    return enabled && path ? [{ name, title, description, path }] : [];
  });
}
