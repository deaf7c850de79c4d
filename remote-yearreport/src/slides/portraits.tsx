import type { Dietitian } from '@fridge/shared-contracts/activities/report';
import { fill } from '@fridge/shared-contracts';
import { useState } from 'react';
import { Drawing, Layer } from '../scenes/layer.tsx';
import scene from '../scenes/scene.module.css';
import { copy } from '../story-copy.ts';
import { namedImage } from '../theme/inline-svg.tsx';
import styles from './portraits.module.css';

export function Portraits({ dietitians }: { dietitians: readonly Dietitian[] }) {
  // Two may share a name.
  const placed = dietitians.map((dietitian, at) => ({ ...dietitian, at }));
  return (
    <>
      <Layer className={styles.bowl} viewBox="0 0 390 150" motion="rise">
        <Drawing name="fruit-bowl" x={112} y={150} />
        <Drawing name="milk-bottle" x={236} y={150} />
        <Drawing name="plant" x={316} y={150} />
      </Layer>
      <ul className={styles.portraits}>
        {placed.map(({ at, ...dietitian }) => (
          <li key={at} className={`${styles.portrait} ${scene.pop}`} style={{ animationDelay: `${360 + at * 120}ms` }}>
            <Avatar {...dietitian} />
            <span className={styles.name}>{dietitian.userName}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** A drawn face replaces a missing or broken picture, or one of another scheme. */
function Avatar({ headUrl, userName }: Dietitian) {
  const [broken, setBroken] = useState(false);
  const alt = fill(copy['report.diet.avatar.alt'], { userName });
  if (!broken && /^(https?:\/\/|data:image\/)/.test(headUrl)) {
    return (
      <img
        className={styles.face}
        src={headUrl}
        alt={alt}
        width="72"
        height="72"
        referrerPolicy="no-referrer"
        onError={() => setBroken(true)}
      />
    );
  }
  return (
    <svg className={styles.face} {...namedImage(alt)} viewBox="0 0 72 72">
      <Drawing name="face" />
    </svg>
  );
}
