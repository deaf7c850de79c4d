import type { HostServices } from '@fridge/shared-contracts';
import { contestCalls, type Work } from '@fridge/shared-contracts/activities/contest';
import { createLateCode, useStore } from '@fridge/shared-ui';
import { useEffect, useState } from 'react';

export type ReadWork = { status: 'loading' } | { status: 'failed' } | { status: 'ready'; work: Work; sample: boolean };

const lateSample = createLateCode(() => import('../sample/sample-work.ts'));

const loading: ReadWork = { status: 'loading' };

/**
 * One work, read once it is known who asks: its author sees more of it than a stranger. Without an id it is the fixed
 * sample (spec section 2, "Detail").
 */
export function useWork(host: HostServices, id: string): { read: ReadWork; reload: () => void } {
  const { status, userId } = useStore(host.session);
  const [turn, setTurn] = useState(0);
  // The sample is the same for everyone.
  const asked = id === '' ? `sample ${turn}` : `${status} ${userId} ${turn}`;
  const waits = id !== '' && status === 'unknown';
  const [answer, setAnswer] = useState<{ asked: string; read: ReadWork } | null>(null);

  useEffect(() => {
    if (waits) return undefined;
    let left = false;
    const show = (read: ReadWork) => {
      if (!left) setAnswer({ asked, read });
    };
    void (id === '' ? loadSample() : readWork(host, id)).then(show);
    return () => {
      left = true;
    };
  }, [host, id, waits, asked]);

  return { read: answer?.asked === asked ? answer.read : loading, reload: () => setTurn(turn + 1) };
}

/** The host says what the server says (spec section 8). */
async function readWork(host: HostServices, id: string): Promise<ReadWork> {
  const answer = await host.requests.call(contestCalls.getWorkDetail, { id, devicePhone: host.session.get().mobile });
  return answer.ok ? { status: 'ready', work: answer.data, sample: false } : { status: 'failed' };
}

async function loadSample(): Promise<ReadWork> {
  const sample = await lateSample.load();
  return sample.ok ? { status: 'ready', work: sample.code.sampleWork, sample: true } : { status: 'failed' };
}
