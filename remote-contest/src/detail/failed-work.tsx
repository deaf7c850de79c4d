import { copy } from '../copy.ts';
import { Failure } from '../kitchen/failure.tsx';
import { Kitchen } from '../kitchen/kitchen.tsx';
import kitchen from '../kitchen/kitchen.module.css';

/** A work that couldn't be read: the host's toast has the server's reason (spec section 8). */
export function FailedWork({ reload }: { reload: () => void }) {
  return <Kitchen className={kitchen.column}><Failure mood="puzzled" title={copy['contest.detail.fail']} level={1} onRetry={reload} /></Kitchen>;
}
