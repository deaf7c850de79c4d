import { answerCode, type HostServices } from '@fridge/shared-contracts';
import { type Report, reportCalls } from '@fridge/shared-contracts/activities/report';
import { type LateCode, type LoadContext, type ServerAnswer, useServerData } from '@fridge/shared-ui';
import { useMemo, useState } from 'react';
import { type Entrance, useEntrance } from './use-entrance.ts';
import { useProgress } from './use-progress.ts';

/** The slides' code. */
type Slides = Pick<LateCode<{ slidesOf: (report: Report) => readonly unknown[] }>, 'load'>;

/** Spec section 4, "Year report": state 1 is the landing, state 2 loading. */
export type ReportState =
  | { phase: 'landing' | 'checking' | 'returning' | 'noFridge' | 'loading' | 'noData' }
  /** `retrying`: what failed is read again. */
  | { phase: 'failed'; retrying: boolean }
  | { phase: 'slides'; report: Report };

/** A kept slide is returned to without progress and without a record. */
export function useReportFlow(host: HostServices, slides: Slides) {
  const { entrance, enter } = useEntrance(host);
  const isEntered = entrance.phase === 'entered';
  const load = useMemo(
    () => (isEntered ? (context: LoadContext) => readReport(host, slides, context) : null),
    [host, slides, isEntered],
  );
  const { result, isRetrying, retry } = useServerData(host, load, { guest: 'read' });
  const [started, setStarted] = useState<Entrance | null>(null);

  const stateOf = (): ReportState => {
    if (entrance.phase !== 'entered') return entrance;
    if (result.phase === 'failed') return { phase: 'failed', retrying: isRetrying };
    if (result.phase !== 'ready') return { phase: 'loading' };
    if (result.data === null) return { phase: 'noData' };
    const isStarted = entrance.isReturn || started === entrance;
    return isStarted ? { phase: 'slides', report: result.data } : { phase: 'loading' };
  };
  const state = stateOf();
  const percent = useProgress(state.phase === 'loading', result.phase === 'ready', () => setStarted(entrance));
  return { state, percent, enter, retry: () => void retry() };
}

/** Reads data and code in parallel. @returns `null` where no slide is about this fridge */
async function readReport(
  host: HostServices,
  slides: Slides,
  { signal, refresh }: LoadContext,
): Promise<ServerAnswer<Report | null>> {
  // It would open the login page, unasked.
  if (refresh && host.environment.inApp && host.session.getState().status !== 'user') return nothingRead;
  const code = slides.load();
  const ask = async () => {
    const permission = await host.session.require('report');
    if (!permission.allowed || signal.aborted) return null;
    const { fridgeId } = permission.household;
    return host.requests.call(reportCalls.getReport, { fridgeId }, { quiet: true, signal });
  };
  // Its login renews an expired session; a report token can't be renewed.
  const mayExpire = host.session.getState().status === 'user';
  let answer = await ask();
  if (answer?.ok === false && answer.code === answerCode.notAuthorized && mayExpire && !signal.aborted)
    answer = await ask();
  if (answer === null) return nothingRead;
  if (!answer.ok) {
    const isRuled = answer.reason === 'refused' || answer.reason === 'notice';
    if (isRuled && answer.message !== '') host.feedback.toast(answer.message);
    return answer;
  }
  const story = await code;
  if (!story.ok) return nothingRead;
  const { data: report } = answer;
  return { ok: true, data: report !== null && story.code.slidesOf(report).length > 0 ? report : null };
}

const nothingRead = { ok: false, message: '' } as const;
