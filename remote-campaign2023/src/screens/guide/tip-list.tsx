import { WholeText } from '@fridge/shared-ui';
import { type ReactNode, useId } from 'react';
import { copy } from '../../copy.ts';
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
            <p className={styles.advice}><WholeText text={body} /></p>
          </div>
        </li>
      ))}
    </ol>
  );
}

type Tip = 1 | 2 | 3 | 4 | 5;

/** 84 x 104 units. */
function TipPicture({ tip }: { tip: Tip }) {
  const arch = useId();
  return (
    <svg aria-hidden="true" className={styles.picture} viewBox="0 0 84 104">
      <clipPath id={arch}><path d="M0 42a42 42 0 0 1 84 0v46a16 16 0 0 1-16 16H16A16 16 0 0 1 0 88Z" /></clipPath>
      <g clipPath={`url(#${arch})`}>
        <path d="M0 0h84v104H0z" className={styles.sky} />
        <path d={ground[tip]} className={styles.ground} />
        {scenes[tip]}
      </g>
    </svg>
  );
}

const ground: Record<Tip, string> = {
  1: 'M0 82C20 82 22 74 40 74S70 82 84 80v24H0Z',
  2: 'M0 74C14 74 20 84 42 84S66 70 84 72v32H0Z',
  3: 'M0 84C18 84 24 76 44 78S68 84 84 84v20H0Z',
  4: 'M0 78C16 70 30 84 48 82S70 76 84 78v26H0Z',
  5: 'M0 80C22 86 30 76 46 76S68 82 84 74v30H0Z',
};

const scenes: Record<Tip, ReactNode> = {
  1: (
    <>
      <path d="M0 0h13v104H0z" className={styles.wall} />
      <rect x="30" y="30" width="30" height="58" rx="5" className={styles.body} />
      <path d="M30 64h30M35 44v12M35 68v8" className={styles.line} />
      <path d="M16 50h11M16 50l3.5-3.5M16 50l3.5 3.5M27 50l-3.5-3.5M27 50l-3.5 3.5" className={styles.ink} />
      <path d="M66 26c-4 5 4 8 0 14M74 24c-4 5 4 8 0 14" className={styles.heat} />
    </>
  ),
  2: (
    <>
      <path d="M32 26a9 9 0 0 1 18 0v36a15 15 0 1 1-18 0Z" className={styles.body} />
      <circle cx="41" cy="74" r="9" className={styles.cold} />
      <path d="M41 74V48" className={styles.mercury} />
      <path d="M56 28h8M56 38h5M56 48h8M56 58h5" className={styles.ink} />
    </>
  ),
  3: (
    <>
      <path d="M40 30 4 46v46l36-4Z" className={styles.light} />
      <rect x="38" y="26" width="30" height="64" rx="5" className={styles.body} />
      <path d="M42 30h22v32H42z" className={styles.light} />
      <path d="M42 46h22" className={styles.line} />
      <path d="M70 24 54 28v38l16 4a3 3 0 0 0 3-3V27a3 3 0 0 0-3-3Z" className={styles.door} />
      <path d="M38 68h30M43 72v8" className={styles.line} />
      <path d="M28 58h-12M28 68H12M28 78H18" className={styles.chill} />
    </>
  ),
  4: (
    <>
      <path d="M16 62h52a26 22 0 0 1-15 19v5H31v-5a26 22 0 0 1-15-19Z" className={styles.body} />
      <path d="M16 62h52" className={styles.line} />
      <path d="M20 56a22 17 0 0 1 44 0Z" className={styles.cold} />
      <path d="M42 39v-4" className={styles.ink} />
      <path d="M30 26c-3 4 3 6 0 10M42 20c-3 4 3 6 0 10M54 26c-3 4 3 6 0 10" className={styles.fading} />
    </>
  ),
  5: (
    <>
      <rect x="22" y="22" width="40" height="68" rx="6" className={styles.body} />
      <rect x="28" y="28" width="28" height="56" rx="3" className={styles.seal} />
      <path d="M28 28h28v9l-4-3-4 6-5-4-4 5-5-6-3 4-3-3Z" className={styles.frost} />
      <path d="M42 50v20M33.4 55l17.2 10M50.6 55 33.4 65M39 53l3 3 3-3M39 67l3-3 3 3" className={styles.ice} />
    </>
  ),
};
