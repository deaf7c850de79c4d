import night from '../theme/night.module.css';
import type { Bar } from './charts.ts';

export interface ChartTableProps {
  title: string;
  name: string;
  count: string;
  bars: readonly Bar[];
  value: (count: number) => string;
}

export function ChartTable({ title, name, count, bars, value }: ChartTableProps) {
  return (
    <table className={night.unseen}>
      <caption>{title}</caption>
      <thead><tr><th scope="col">{name}</th><th scope="col">{count}</th></tr></thead>
      <tbody>{bars.map((bar) => <tr key={bar.name}><th scope="row">{bar.label}</th><td>{value(bar.count)}</td></tr>)}</tbody>
    </table>
  );
}
