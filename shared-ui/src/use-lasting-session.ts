import type { Session, Store } from '@fridge/shared-contracts';
import { useState } from 'react';
import { useStore } from './use-store.ts';

/**
 * For rendering a form: an expired session's user stays until a login. To decide whether to send, use the session
 * itself (`callSignedIn`).
 */
export function useLastingSession(store: Store<Session>): Session {
  const session = useStore(store);
  const [last, setLast] = useState(session);
  if (session !== last && (session.status === 'user' || last.status !== 'user')) setLast(session);
  return session.status === 'user' || last.status !== 'user' ? session : last;
}
