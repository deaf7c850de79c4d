import * as v from 'valibot';
import type { Machine } from '../../deploy/src/machines/machine.ts';

const targetsSchema = v.object({
  data: v.object({
    activeTargets: v.array(
      v.object({
        scrapeUrl: v.string(),
        health: v.string(),
        lastError: v.string(),
        labels: v.object({ job: v.string() }),
      }),
    ),
  }),
});
const alertsSchema = v.array(
  v.object({
    labels: v.looseObject({ alertname: v.string() }),
    annotations: v.object({ summary: v.string(), runbook: v.string() }),
  }),
);

const ask = async (machine: Machine, address: string): Promise<unknown> =>
  JSON.parse(await machine.sh(`curl -fsS ${address}`));

/** What the Prometheus of a machine asks, by job, and why it can't reach what is down. */
export async function targetsOf(machine: Machine): Promise<{ job: string; health: string; error: string }[]> {
  const answer = await ask(machine, 'http://localhost:9090/api/v1/targets?state=active');
  const { data } = v.parse(targetsSchema, answer);
  return data.activeTargets
    .map(({ labels, health, lastError }) => ({ job: labels.job, health, error: lastError }))
    .toSorted((one, other) => one.job.localeCompare(other.job));
}

/** The alerts that reached the Alertmanager of a machine: name and page of the runbook. */
export async function firingOn(machine: Machine): Promise<string[]> {
  const alerts = v.parse(alertsSchema, await ask(machine, 'http://localhost:9093/api/v2/alerts'));
  return alerts.map(({ labels, annotations }) => `${labels.alertname} ${annotations.runbook}`);
}
