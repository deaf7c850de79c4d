import type { Metrics } from '../operations/metrics/metrics.ts';
import type { ObjectStorage } from './object-storage.ts';

/** Measures every operation, by how it ended. */
export function measureStorage(storage: ObjectStorage, metrics: Pick<Metrics, 'storage'>): ObjectStorage {
  const measured = async <Result>(operation: string, work: Promise<Result>): Promise<Result> => {
    const end = metrics.storage.startTimer({ operation });
    try {
      const result = await work;
      end({ outcome: 'done' });
      return result;
    } catch (error) {
      end({ outcome: 'failed' });
      throw error;
    }
  };
  return {
    write: (name, content) => measured('write', storage.write(name, content)),
    read: (name) => measured('read', storage.read(name)),
    remove: (name) => measured('remove', storage.remove(name)),
  };
}
