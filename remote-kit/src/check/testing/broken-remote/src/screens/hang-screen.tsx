import { use } from 'react';

const never = new Promise<string>(() => undefined);

/** Suspends and never resolves. */
export default function HangScreen() {
  return <p>{use(never)}</p>;
}
