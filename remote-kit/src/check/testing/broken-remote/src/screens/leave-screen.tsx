import { useEffect } from 'react';

/** Throws while it is left. */
export default function LeaveScreen() {
  useEffect(
    () => () => {
      throw new Error('nothing to clean up');
    },
    [],
  );
  return <p>Leave me</p>;
}
