import { OLDER_REPORT_PATH, reportCalls } from '@fridge/shared-contracts/activities/report';
import { answer, type AnsweredCall, type VerifiedCall } from '../../http/signed-calls.ts';
import type { Services } from '../../services.ts';
import type { ReportFields } from './report-fields.ts';
import { findReport } from './reports.ts';

/** Ownership of the fridge is already checked (`verifyCall`). */
export const reportAnswers: readonly AnsweredCall[] = [
  answer(reportCalls.getReport, getReport),
  answer({ ...reportCalls.getReport, path: OLDER_REPORT_PATH }, getReport),
];

function getReport({ fields }: VerifiedCall<typeof reportCalls.getReport>, { queries }: Services): Promise<ReportFields | null> {
  return findReport(queries, fields.fridgeId);
}
