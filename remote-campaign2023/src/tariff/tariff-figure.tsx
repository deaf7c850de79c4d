import { fill } from '@fridge/shared-contracts';
import { tariffs } from '@fridge/shared-contracts/activities/campaign';
import { copy } from '../copy.ts';
import { Crescent } from '../theme/noon-header.tsx';
import { HOURS_PER_DAY, tariffChart } from './tariff-day.ts';
import styles from './tariff-figure.module.css';
import tariffTable from './tariff-table.module.css';

const PLOT = { width: 350, height: 190 };
/** Leaves room for the highest price's label. */
const chart = tariffChart({ ...PLOT, topPrice: 0.76 });

/** The tariffs, to scale (spec section 2, "Guide page"). Decorative: the table says the same. */
export function TariffFigure() {
  const peak = chart.blocks.find((block) => block.kind === 'peak');
  const valley = chart.blocks.find((block) => block.kind === 'valley');
  return (
    <div className={styles.figure} aria-hidden="true">
      <svg className={styles.plot} viewBox={`0 0 ${PLOT.width} ${PLOT.height + 28}`} focusable="false">
        {chart.blocks.map((block) => (
          <rect
            key={block.fromHour}
            className={block.kind === 'peak' ? styles.peak : styles.valley}
            x={block.x}
            y={block.y}
            width={block.width}
            height={block.height}
          />
        ))}
        <path d={`M0 ${chart.flatY}H${PLOT.width}`} className={styles.flat} />
        <path d={chart.outline} className={styles.outline} />
        {chart.ticks.map(({ hour, x }) => (
          <g key={hour}>
            <path d={`M${x} ${PLOT.height}v6`} className={styles.tick} />
            {hour < HOURS_PER_DAY && (
              <text x={x} y={PLOT.height + 23} className={styles.hour} textAnchor={hour === 0 ? 'start' : 'middle'}>
                {fill(copy['campaign.chart.hour'], { h: hour })}
              </text>
            )}
          </g>
        ))}
        {peak && (
          <g className={styles.peakLabel}>
            <text x={peak.x + peak.width / 2} y={peak.y - 12} className={styles.price} textAnchor="middle">{tariffs.peak.price.toFixed(4)}</text>
            <text x={peak.x + peak.width / 2} y={PLOT.height - 16} className={styles.kind} textAnchor="middle">{copy['campaign.guide.s3.peak.kind']}</text>
          </g>
        )}
        {valley && (
          <g className={styles.valleyLabel}>
            <text x={valley.x + valley.width / 2} y={valley.y + 30} className={styles.price} textAnchor="middle">{tariffs.valley.price.toFixed(4)}</text>
            <text x={valley.x + valley.width / 2} y={PLOT.height - 16} className={styles.kind} textAnchor="middle">{copy['campaign.guide.s3.valley.kind']}</text>
          </g>
        )}
        {peak && (
          <text x={peak.x + peak.width / 2} y={chart.flatY + 20} className={styles.flatLabel} textAnchor="middle">
            {copy['campaign.guide.s3.flat.kind']} {tariffs.flat.price.toFixed(4)}
          </text>
        )}
      </svg>
      <Crescent className={styles.crescent} />
    </div>
  );
}

const kinds = ['peak', 'valley', 'flat'] as const;

export function TariffTable() {
  return (
    <table className={tariffTable.table}>
      <caption className={tariffTable.caption}>{copy['campaign.guide.s3.caption']}</caption>
      <thead>
        <tr>
          <th scope="col" className={tariffTable.head}>{copy['campaign.guide.s3.head.kind']}</th>
          <th scope="col" className={tariffTable.head}>{copy['campaign.guide.s3.head.time']}</th>
          <th scope="col" className={tariffTable.headPrice}>{copy['campaign.guide.s3.head.price']}</th>
        </tr>
      </thead>
      <tbody>
        {kinds.map((kind) => (
          <tr key={kind}>
            <th scope="row" className={tariffTable.kind}><span aria-hidden="true" className={tariffTable[kind]} />{copy[`campaign.guide.s3.${kind}.kind`]}</th>
            <td className={tariffTable.time}>{copy[`campaign.guide.s3.${kind}.time`]}</td>
            <td className={tariffTable.price}>{copy[`campaign.guide.s3.${kind}.price`]}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
