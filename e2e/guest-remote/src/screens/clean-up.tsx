import { useEffect } from 'react';

/** Throws when it is left. */
export default function CleanUp() {
  useEffect(
    () => () => {
      throw new Error('thrown on purpose in a clean-up');
    },
    [],
  );
  return <h1>clean-up</h1>;
}
