import { WholeText } from '@fridge/shared-ui';
import { copy } from '../../copy.ts';
import { TipPicture } from './tip-pictures.tsx';
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
          <TipPicture tip={number} className={styles.picture} />
          <div className={styles.texts}>
            <h3 className={styles.title}>{title}</h3>
            <p className={styles.body}><WholeText text={body} /></p>
          </div>
        </li>
      ))}
    </ol>
  );
}
