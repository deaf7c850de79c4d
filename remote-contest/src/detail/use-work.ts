import type { HostServices } from '@fridge/shared-contracts';
import { contestCalls, type Work } from '@fridge/shared-contracts/activities/contest';
import { useStore } from '@fridge/shared-ui';
import { useCallback, useEffect, useRef, useState } from 'react';

export type ReadWork = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; work: Work; sample: boolean };

const loading: ReadWork = { status: 'loading' };

/**
 * One work, read once it is known who asks: its author sees more of it than a stranger. Without an id it is the fixed
 * sample (spec section 2, "Detail").
 */
export function useWork(host: HostServices, id: string): { read: ReadWork; reload: () => void } {
  const { status, userId } = useStore(host.session);
  const [read, setRead] = useState<ReadWork>(loading);
  const latest = useRef(0);

  const load = useCallback(async () => {
    const turn = (latest.current += 1);
    setRead(loading);
    const next = id === '' ? await readSample() : await readWork(host, id);
    if (turn === latest.current) setRead(next);
  }, [host, id]);

  useEffect(() => {
    if (id !== '' && status === 'unknown') return undefined;
    void load();
    return () => {
      latest.current += 1;
    };
  }, [id, status, userId, load]);

  return { read, reload: () => void load() };
}

/** The host says what the server says (spec section 8). */
async function readWork(host: HostServices, id: string): Promise<ReadWork> {
  const answer = await host.requests.call(contestCalls.getWorkDetail, { id, devicePhone: host.session.get().mobile });
  return answer.ok ? { status: 'ready', work: answer.data, sample: false } : { status: 'failed' };
}

async function readSample(): Promise<ReadWork> {
  try {
    return { status: 'ready', work: (await import('../sample/sample-work.ts')).sampleWork, sample: true };
  } catch {
    return { status: 'failed' };
  }
}
