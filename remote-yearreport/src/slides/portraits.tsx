import { fill } from '@fridge/shared-contracts';
import type { Dietitian } from '@fridge/shared-contracts/activities/report';
import { useState } from 'react';
import { copy } from '../story-copy.ts';
import { namedImage } from '../night/named-image.ts';
import { Layer } from '../scenes/layer.tsx';
import scene from '../scenes/scene.module.css';
import { FruitBowl, MilkBottle, Plant } from '../scenes/things.tsx';
import styles from './portraits.module.css';

/** The dietitians as framed portraits over the fruit bowl. */
export function Portraits({ dietitians }: { dietitians: readonly Dietitian[] }) {
  return (
    <>
      <Layer className={styles.bowl} viewBox="0 0 390 150" motion="rise"><FruitBowl x={112} y={150} /><MilkBottle x={236} y={150} /><Plant x={316} y={150} /></Layer>
      <ul className={styles.portraits}>
        {placed(dietitians).map(({ at, ...dietitian }) => (
          <li key={at} className={`${styles.portrait} ${scene.pop}`} style={{ animationDelay: `${360 + at * 120}ms` }}>
            <Avatar {...dietitian} />
            <span className={styles.name}>{dietitian.userName}</span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Two may share a name: their places tell them apart. */
const placed = (dietitians: readonly Dietitian[]) => dietitians.map((dietitian, at) => ({ ...dietitian, at }));

/** A picture that is missing, foreign to the web or broken leaves a drawn face in its place. */
function Avatar({ headUrl, userName }: Dietitian) {
  const [broken, setBroken] = useState(false);
  const alt = fill(copy['report.diet.avatar.alt'], { userName });
  if (!broken && /^(https?:\/\/|data:image\/)/.test(headUrl)) {
    return <img className={styles.face} src={headUrl} alt={alt} width="72" height="72" referrerPolicy="no-referrer" onError={() => setBroken(true)} />;
  }
  return (
    <svg className={styles.face} {...namedImage(alt)} viewBox="0 0 72 72">
      <path d="M0 0h72v72H0Z" fill="var(--mint)" /><path d="M12 72q2-24 24-24t24 24Z" fill="#fff" /><path d="M31 48h10l-5 9Z" fill="var(--coral)" />
      <circle cx="36" cy="32" r="15" fill="#ffdcbc" /><path d="M19 30q2-18 17-18t17 18q-8-2-12-9-8 8-22 9Z" fill="#3b2340" />
      <path d="M30 33v.01M42 33v.01" stroke="#3b2340" strokeWidth="3.4" strokeLinecap="round" /><path d="M31 39q5 4 10 0" fill="none" stroke="#c2563a" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
