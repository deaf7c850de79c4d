import type { ScreenProps } from '@fridge/shared-contracts';
import { type ReactNode, useEffect, useState } from 'react';
import { listPlaces } from './calls.ts';
import styles from './picnic-screen.module.css';

export const Shell = () => <Picnic>{null}</Picnic>;

/** Registers a listener and a timer for as long as it stands. */
export default function PicnicScreen({ host }: ScreenProps) {
  const [places, setPlaces] = useState<readonly string[]>([]);
  const [seconds, setSeconds] = useState(0);
  useEffect(() => {
    void host.requests.call(listPlaces, {}).then((answer) => {
      if (answer.ok) setPlaces(answer.data.places);
    });
  }, [host]);
  useEffect(() => {
    const timer = setInterval(() => setSeconds((before) => before + 1), 60_000);
    const restart = () => setSeconds(0);
    window.addEventListener('focus', restart);
    return () => {
      clearInterval(timer);
      window.removeEventListener('focus', restart);
    };
  }, []);
  return (
    <Picnic>
      {places.map((place) => (
        <li key={place} data-seconds={seconds}>
          {place}
        </li>
      ))}
    </Picnic>
  );
}

function Picnic({ children }: { children: ReactNode }) {
  return (
    <section className={styles.picnic}>
      <h1>Picnic</h1>
      <ul className={styles.places} data-live="">
        {children}
      </ul>
      <button type="button" className={styles.choose}>
        Choose
      </button>
    </section>
  );
}
