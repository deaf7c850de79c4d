import { fill } from '@fridge/shared-contracts';
import { tariffs } from '@fridge/shared-contracts/activities/campaign';
import { copy } from '../copy.ts';
import { Crescent } from '../theme/noon-header.tsx';
import { HOURS_PER_DAY, tariffDay } from './tariff-day.ts';
import styles from './tariff-figure.module.css';
import tariffTable from './tariff-table.module.css';

/** Units of the drawing. */
const WIDTH = 350;
const HEIGHT = 190;
/** Yuan per kWh at the upper edge: leaves room for the highest price's label. */
const TOP_PRICE = 0.76;
/** To a tenth: pages carry the drawing. */
const shorten = (length: number) => Math.round(length * 10) / 10;
const xOf = (hour: number) => shorten((hour / HOURS_PER_DAY) * WIDTH);
const yOf = (price: number) => shorten(HEIGHT - (price / TOP_PRICE) * HEIGHT);
const blocks = tariffDay.map(({ kind, fromHour, toHour }) => {
  const [x, y] = [xOf(fromHour), yOf(tariffs[kind].price)];
  return { kind, fromHour, x, y, width: shorten(xOf(toHour) - x), height: shorten(HEIGHT - y) };
});
const outline = blocks.map(({ x, y, width }, index) => `${index === 0 ? 'M' : 'L'}${x} ${y}h${width}`).join('');
const hours = [...tariffDay.map(({ fromHour }) => fromHour), HOURS_PER_DAY];

/** The tariffs, to scale (spec section 2, "Guide page"). Decorative: the table says the same. */
export function TariffFigure() {
  return (
    <div className={styles.figure} aria-hidden="true">
      <svg className={styles.plot} viewBox={`0 0 ${WIDTH} ${HEIGHT + 28}`}>
        {blocks.map(({ kind, fromHour, ...box }) => (
          <rect key={fromHour} className={styles[kind]} {...box} />
        ))}
        <path d={`M0 ${yOf(tariffs.flat.price)}H${WIDTH}`} className={styles.flat} />
        <path d={outline} className={styles.outline} />
        {hours.map((hour) => (
          <g key={hour}>
            <path d={`M${xOf(hour)} ${HEIGHT}v6`} className={styles.tick} />
            {hour < HOURS_PER_DAY && (
              <text x={xOf(hour)} y={HEIGHT + 23} className={styles.hour} textAnchor={hour === 0 ? 'start' : 'middle'}>
                {fill(copy['campaign.chart.hour'], { h: hour })}
              </text>
            )}
          </g>
        ))}
        {blocks.slice(0, 2).map(({ kind, x, y, width }) => (
          <g key={kind} className={styles[`${kind}Label`]} textAnchor="middle">
            <text x={x + width / 2} y={kind === 'peak' ? y - 12 : y + 30} className={styles.price}>
              {tariffs[kind].price.toFixed(4)}
            </text>
            <text x={x + width / 2} y={HEIGHT - 16} className={styles.kind}>
              {copy[`campaign.guide.s3.${kind}.kind`]}
            </text>
            {kind === 'peak' && (
              <text x={x + width / 2} y={yOf(tariffs.flat.price) + 20} className={styles.flatLabel}>
                {copy['campaign.guide.s3.flat.kind']} {tariffs.flat.price.toFixed(4)}
              </text>
            )}
          </g>
        ))}
      </svg>
      <Crescent className={styles.crescent} />
    </div>
  );
}

const kinds = ['peak', 'valley', 'flat'] as const;
const columns = ['kind', 'time', 'price'] as const;

export function TariffTable() {
  return (
    <table className={tariffTable.table}>
      <caption className={tariffTable.caption}>{copy['campaign.guide.s3.caption']}</caption>
      <thead>
        <tr>
          {columns.map((column) => (
            <th key={column} scope="col">
              {copy[`campaign.guide.s3.head.${column}`]}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row">
              <span aria-hidden="true" className={tariffTable[kind]} />
              {copy[`campaign.guide.s3.${kind}.kind`]}
            </th>
            <td>{copy[`campaign.guide.s3.${kind}.time`]}</td>
            <td className={tariffTable.price}>{copy[`campaign.guide.s3.${kind}.price`]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
