import { defineCall, type ScreenProps } from '@fridge/shared-contracts';
import { useEffect, useState } from 'react';
import * as v from 'valibot';
import '../reaching-out.css';
import styles from './vandal-screen.module.css';

const secret = defineCall({ path: '/activity/secret', access: 'none', data: v.unknown() });

const SHIFT_AFTER_MS = 300;

/** Everything that a screen may not do, while it opens. */
export default function VandalScreen({ host }: ScreenProps) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    void host.requests.call(secret, {});
    void host.bridge.call('choosePhotos', { max: 1 });
    // oxlint-disable-next-line no-extend-native -- that is what the check finds
    Object.defineProperty(Array.prototype, 'last', { value: () => undefined, configurable: true });
    Reflect.set(window, 'vandal', true);
    window.addEventListener('scroll', () => undefined);
    setInterval(() => undefined, 1_000);
    new MutationObserver(() => undefined).observe(document.body, { childList: true });
    const draw = () => void requestAnimationFrame(draw);
    draw();
    document.head.append(Object.assign(document.createElement('style'), { textContent: 'p { color: red }' }));
    void fetch('https://third.example/pixel').catch(() => undefined);
    void Promise.reject(new Error('nobody catches this'));
    setTimeout(() => setLate(true), SHIFT_AFTER_MS);
  }, [host]);
  return (
    <section className={styles.vandal}>
      {isLate && <p className={styles.late}>late</p>}
      <p className={styles.wide}>wide</p>
      <button type="button" className={styles.small}>
        x
      </button>
      <input type="text" className={styles.field} />
    </section>
  );
}
