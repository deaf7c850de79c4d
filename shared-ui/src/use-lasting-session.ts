import type { Session, Store } from '@fridge/shared-contracts';
import { useState } from 'react';
import { useStore } from './use-store.ts';

/**
 * The session as a screen with a form draws by it: a user whose session has run out stays, as they were, until somebody
 * logs in. Whether something may be sent is asked of the session itself (`saveSignedIn`).
 */
export function useLastingSession(store: Store<Session>): Session {
  const session = useStore(store);
  const [last, setLast] = useState(session);
  if (session !== last && (session.status === 'user' || last.status !== 'user')) setLast(session);
  return session.status === 'user' || last.status !== 'user' ? session : last;
}
