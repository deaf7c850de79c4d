import fs from 'node:fs/promises';
import { syncBuiltinESMExports } from 'node:module';

/** Files can't be removed while `work` runs. */
export async function whileNothingIsRemoved<Result>(work: () => Promise<Result>): Promise<Result> {
  const { rm } = fs;
  fs.rm = () => Promise.reject(Object.assign(new Error('the disk is read-only'), { code: 'EROFS' }));
  syncBuiltinESMExports();
  try {
    return await work();
  } finally {
    fs.rm = rm;
    syncBuiltinESMExports();
  }
}
