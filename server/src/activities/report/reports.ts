import { DEVICE_CONFIG_PATH } from '@fridge/shared-contracts/page';
import { OLDER_REPORT_PATH, reportCalls } from '@fridge/shared-contracts/activities/report';
import { eq, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Queries } from '../../database/database.ts';
import { deviceConfigs } from '../../households/tables.ts';
import { success } from '../../edge/answers.ts';
import { refuse } from '../../edge/refusal.ts';
import { checkSignedForm, readForm } from '../../admission/signature.ts';
import { answer, readOnly } from '../../admission/signed-calls.ts';
import type { Services } from '../../program/services.ts';
import type { ReportFields } from './report-fields.ts';
import { reports } from './tables.ts';

/** `null`: no data for 2022. */
async function reportOf(
  { fields }: { fields: { fridgeId: string } },
  { queries }: Services,
): Promise<ReportFields | null> {
  const [report] = await queries
    .select({ fields: reports.fields })
    .from(reports)
    .where(eq(reports.fridgeId, fields.fridgeId));
  return report?.fields ?? null;
}

export const getReport = answer(reportCalls.getReport, reportOf, readOnly);
export const getOlderReport = answer({ ...reportCalls.getReport, path: OLDER_REPORT_PATH }, reportOf, readOnly);

export async function hasReport(queries: Queries, fridges: readonly { fridgeId: string }[]): Promise<boolean> {
  const ids = fridges.map(({ fridgeId }) => fridgeId);
  return (await queries.$count(reports, inArray(reports.fridgeId, ids))) > 0;
}

/** Last 5 characters of an sn8 (spec section 9). */
const SN = /^[!-~]{5}$/;

/** By the sn8 from its 4th character; unknown ones are ordinary fridges of the main brand. */
export async function deviceConfig(app: FastifyInstance, services: Services): Promise<void> {
  const { queries } = services;
  app.get(DEVICE_CONFIG_PATH, async ({ url }) => {
    const form = readForm(url.split('?')[1] ?? '');
    checkSignedForm(form, { required: ['sn'], optional: [] }, services);
    const sn = form['sn'] ?? '';
    if (!SN.test(sn)) throw refuse.badInput();
    const [config] = await queries.select().from(deviceConfigs).where(eq(deviceConfigs.sn, sn));
    return success({ highBrand: config?.highBrand ?? 0, devType: config?.devType ?? '' });
  });
}
