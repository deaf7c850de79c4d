import { WholeText } from '@fridge/shared-ui';
import { copy, WHOLE_PHRASES } from '../../copy.ts';
import { DrawnLater } from './drawn-later.tsx';
import picture1 from './tip-1.svg?raw';
import picture2 from './tip-2.svg?raw';
import picture3 from './tip-3.svg?raw';
import picture4 from './tip-4.svg?raw';
import picture5 from './tip-5.svg?raw';
import styles from './tip-list.module.css';

const pictures = { 1: picture1, 2: picture2, 3: picture3, 4: picture4, 5: picture5 };

/** The pictures stand in the page: they take its colours. */
const tips = ([1, 2, 3, 4, 5] as const).map((number) => ({
  number,
  picture: { __html: pictures[number] },
  title: copy[`campaign.guide.tip${number}.title`],
  body: copy[`campaign.guide.tip${number}.body`],
}));

export function TipList() {
  return (
    <ol className={styles.tips}>
      {tips.map(({ number, picture, title, body }) => (
        <li key={number} className={styles.tip}>
          <DrawnLater className={styles.picture}>
            <div dangerouslySetInnerHTML={picture} />
          </DrawnLater>
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
