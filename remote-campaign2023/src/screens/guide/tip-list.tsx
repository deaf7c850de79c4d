import { WholeText } from '@fridge/shared-ui';
import { copy, WHOLE_PHRASES } from '../../copy.ts';
import styles from './tip-list.module.css';

const tips = ([1, 2, 3, 4, 5] as const).map((number) => ({
  number,
  title: copy[`campaign.guide.tip${number}.title`],
  body: copy[`campaign.guide.tip${number}.body`],
}));

export function TipList() {
  return (
    <ol className={styles.tips}>
      {tips.map(({ number, title, body }) => (
        <li key={number} className={styles.tip}>
          <TipPicture tip={number} />
          <div className={styles.texts}>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.advice}>
              <WholeText text={body} phrases={WHOLE_PHRASES} />
            </p>
          </div>
        </li>
      ))}
    </ol>
  );
}

type Tip = 1 | 2 | 3 | 4 | 5;

/** 84 x 104 units. */
function TipPicture({ tip }: { tip: Tip }) {
  return (
    <svg aria-hidden="true" className={styles.picture} viewBox="0 0 84 104">
      {scenes[tip].map(([part, path]) => (
        <path key={path} d={path} className={styles[part]} />
      ))}
    </svg>
  );
}

/** Class and path of each stroke. */
const scenes: Record<Tip, readonly (readonly [part: string, path: string])[]> = {
  1: [
    ['ground', 'M0 82C20 82 22 74 40 74S70 82 84 80v24H0Z'],
    ['wall', 'M0 0h13v104H0z'],
    ['body', 'M35 30h20a5 5 0 0 1 5 5v48a5 5 0 0 1-5 5h-20a5 5 0 0 1-5-5v-48a5 5 0 0 1 5-5Z'],
    ['line', 'M30 64h30M35 44v12M35 68v8'],
    ['ink', 'M16 50h11M16 50l3.5-3.5M16 50l3.5 3.5M27 50l-3.5-3.5M27 50l-3.5 3.5'],
    ['heat', 'M66 26c-4 5 4 8 0 14M74 24c-4 5 4 8 0 14'],
  ],
  2: [
    ['ground', 'M0 74C14 74 20 84 42 84S66 70 84 72v32H0Z'],
    ['body', 'M32 26a9 9 0 0 1 18 0v36a15 15 0 1 1-18 0Z'],
    ['cold', 'M32 74a9 9 0 1 0 18 0a9 9 0 1 0-18 0Z'],
    ['mercury', 'M41 74V48'],
    ['ink', 'M56 28h8M56 38h5M56 48h8M56 58h5'],
  ],
  3: [
    ['ground', 'M0 84C18 84 24 76 44 78S68 84 84 84v20H0Z'],
    ['light', 'M40 30 4 46v46l36-4Z'],
    ['body', 'M43 26h20a5 5 0 0 1 5 5v54a5 5 0 0 1-5 5h-20a5 5 0 0 1-5-5v-54a5 5 0 0 1 5-5Z'],
    ['light', 'M42 30h22v32H42z'],
    ['line', 'M42 46h22'],
    ['door', 'M70 24 54 28v38l16 4a3 3 0 0 0 3-3V27a3 3 0 0 0-3-3Z'],
    ['line', 'M38 68h30M43 72v8'],
    ['chill', 'M28 58h-12M28 68H12M28 78H18'],
  ],
  4: [
    ['ground', 'M0 78C16 70 30 84 48 82S70 76 84 78v26H0Z'],
    ['body', 'M16 62h52a26 22 0 0 1-15 19v5H31v-5a26 22 0 0 1-15-19Z'],
    ['line', 'M16 62h52'],
    ['cold', 'M20 56a22 17 0 0 1 44 0Z'],
    ['ink', 'M42 39v-4'],
    ['fading', 'M30 26c-3 4 3 6 0 10M42 20c-3 4 3 6 0 10M54 26c-3 4 3 6 0 10'],
  ],
  5: [
    ['ground', 'M0 80C22 86 30 76 46 76S68 82 84 74v30H0Z'],
    ['body', 'M28 22h28a6 6 0 0 1 6 6v56a6 6 0 0 1-6 6h-28a6 6 0 0 1-6-6v-56a6 6 0 0 1 6-6Z'],
    ['seal', 'M31 28h22a3 3 0 0 1 3 3v50a3 3 0 0 1-3 3h-22a3 3 0 0 1-3-3v-50a3 3 0 0 1 3-3Z'],
    ['frost', 'M28 28h28v9l-4-3-4 6-5-4-4 5-5-6-3 4-3-3Z'],
    ['ice', 'M42 50v20M33.4 55l17.2 10M50.6 55 33.4 65M39 53l3 3 3-3M39 67l3-3 3 3'],
  ],
};
