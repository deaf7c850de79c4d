import { Counter, Gauge, Histogram, type Registry } from 'prom-client';

export type Instruments = ReturnType<typeof instrumentsOf>;

/** To make metrics of a registry with. */
export const instrumentsOf = (registry: Registry) => ({
  counter: <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Counter({ name, help, labelNames, registers: [registry] }),
  gauge: <Label extends string = never>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name, help, labelNames, registers: [registry] }),
  histogram: <Label extends string = never>(name: string, help: string, buckets: number[], labelNames: Label[] = []) =>
    new Histogram({ name, help, labelNames, buckets, registers: [registry] }),
});
