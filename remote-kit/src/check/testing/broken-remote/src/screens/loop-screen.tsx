import { useEffect } from 'react';

/** Never comes to an end. */
export default function LoopScreen() {
  useEffect(() => {
    while (document.body.isConnected) document.body.getAttribute('class');
  }, []);
  return <p>Round and round</p>;
}
