import type { ScreenProps } from '@fridge/shared-contracts';
import { useEffect } from 'react';

type Loose = Record<string, Record<string, (...values: unknown[]) => unknown>>;

/** Hands the host what no type allows, and writes to the services. */
export default function Nonsense({ host }: ScreenProps) {
  useEffect(() => {
    const loose = host as unknown as Loose; // what a remote without types may do
    const attempts = [
      () => loose['header']?.['set']?.({ title: {} }),
      () => loose['header']?.['set']?.({ right: { label: {}, onPress: 1 } }),
      () => loose['header']?.['set']?.({ tabs: { labels: {}, selected: 'x' } }),
      () => loose['header']?.['set']?.({ tone: { background: 'url(//evil.example)', ink: 7 } }),
      () => loose['header']?.['set']?.(null),
      () => loose['feedback']?.['confirm']?.({ title: {} }),
      () => loose['feedback']?.['confirm']?.(null),
      () => loose['feedback']?.['toast']?.({}),
      () => loose['sharing']?.['prepare']?.(null),
      () => loose['navigation']?.['guard']?.(null),
      () => loose['tracking']?.['click']?.({ phone: '13900002001' }),
      () => Object.assign(host, { requests: null }),
      () => Object.assign(loose['requests'] ?? {}, { call: null }),
    ];
    for (const attempt of attempts) {
      try {
        void Promise.resolve(attempt()).catch(() => undefined);
      } catch {
        // The host may refuse by throwing; it only has to go on.
      }
    }
  }, [host]);
  return <h1>nonsense</h1>;
}
