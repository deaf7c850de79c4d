import type { Call, ScreenProps } from '@fridge/shared-contracts';
import { useState } from 'react';
import { greet, undeclared } from '../../calls.ts';

/** Makes the remote's own call, one it didn't declare, and one that is no call at all; shows each result. */
export default function Greeting({ host }: ScreenProps) {
  const [result, setResult] = useState('');
  const show = (outcome: unknown) => setResult(JSON.stringify(outcome));
  const noCall = { path: 42 } as unknown as Call; // what a remote without types may hand over
  return (
    <>
      <h1>greeting</h1>
      <button
        type="button"
        onClick={async () => {
          const entry = await host.session.require();
          show(entry.allowed ? await host.requests.call(greet, { userId: entry.household.userId }) : entry);
        }}
      >
        greet
      </button>
      <button
        type="button"
        onClick={async () => show(await host.requests.call(undeclared, { requestId: 'a-request-id' }, { quiet: true }))}
      >
        undeclared
      </button>
      <button type="button" onClick={async () => show(await host.requests.call(noCall, {}, { quiet: true }))}>
        no call
      </button>
      <output data-testid="result">{result}</output>
    </>
  );
}
