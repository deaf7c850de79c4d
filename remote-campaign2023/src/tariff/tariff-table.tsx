import { copy } from '../copy.ts';
import styles from './tariff-table.module.css';

const kinds = ['peak', 'valley', 'flat'] as const;

export function TariffTable() {
  return (
    <table className={styles.table}>
      <caption className={styles.caption}>{copy['campaign.guide.s3.caption']}</caption>
      <thead>
        <tr>
          <th scope="col" className={styles.head}>{copy['campaign.guide.s3.head.kind']}</th>
          <th scope="col" className={styles.head}>{copy['campaign.guide.s3.head.time']}</th>
          <th scope="col" className={styles.headPrice}>{copy['campaign.guide.s3.head.price']}</th>
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row" className={styles.kind}><span aria-hidden="true" className={styles[kind]} />{copy[`campaign.guide.s3.${kind}.kind`]}</th>
            <td className={styles.time}>{copy[`campaign.guide.s3.${kind}.time`]}</td>
            <td className={styles.price}>{copy[`campaign.guide.s3.${kind}.price`]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
