import night from '../theme/night.module.css';
import type { Bar } from './charts.ts';

/** A chart for those who can't see it: the same values as a table. */
export function ChartTable({ title, name, count, bars, value }: { title: string; name: string; count: string; bars: readonly Bar[]; value: (count: number) => string }) {
  return (
    <table className={night.unseen}>
      <caption>{title}</caption>
      <thead><tr><th scope="col">{name}</th><th scope="col">{count}</th></tr></thead>
      <tbody>{bars.map((bar) => <tr key={bar.name}><th scope="row">{bar.label}</th><td>{value(bar.count)}</td></tr>)}</tbody>
    </table>
  );
}
