import { answerCode, type HostServices } from '@fridge/shared-contracts';
import { type Report, reportCalls } from '@fridge/shared-contracts/activities/report';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { type LateCode, useStore } from '@fridge/shared-ui';
import { recordShare, useRetryOnline } from '@fridge/shared-ui/internal';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { keepSlide, keptSlide } from './kept-slide.ts';
import { useProgress } from './use-progress.ts';

/** Spec section 4, "Year report": state 1 is the landing, state 2 loading. */
export type ReportState =
  /**
   * - `checking`: the host checks the permission
   * - `returning`: the history's entry has a slide; waits for the session
   */
  | { phase: 'landing' | 'checking' | 'returning' | 'noData' | 'noFridge' }
  /** `report`: `null` until it and the slides' code have arrived. */
  | { phase: 'loading'; report: Report | null }
  /** `retrying`: the host checks the permission again. */
  | { phase: 'failed'; retrying: boolean }
  | { phase: 'slides'; report: Report };

type Way = 'enter' | 'return' | 'retry';

const landing: ReportState = { phase: 'landing' };

/**
 * Checks the permission, then loads the data and the slides' code in parallel. A kept slide is returned to without
 * progress and without a record.
 * @param slides its next `load` retries after a failure
 * @returns `enter` and `retry` log in if needed
 */
export function useReportFlow(
  host: HostServices,
  slides: Pick<LateCode<{ slidesOf: (report: Report) => readonly unknown[] }>, 'load'>,
) {
  const [reached, setState] = useState<ReportState>(() => (keptSlide() === null ? landing : { phase: 'returning' }));
  const { fridge, status } = useStore(host.session);
  /** The app's user whose report is loaded or shown. */
  const reader = useRef('');
  const renewed = useRef(false);
  /** One at a time. */
  const opening = useRef<AbortController>(null);

  const open = async (way: Way) => {
    if (opening.current?.signal.aborted === false) return;
    const { signal } = (opening.current = new AbortController());
    if (way === 'enter') setState({ phase: 'checking' });
    if (way === 'retry') setState({ phase: 'failed', retrying: true });
    const refused = await load(way, signal);
    if (signal.aborted) return;
    opening.current = null;
    if (refused) await open('retry');
  };

  /** @returns whether the session has expired and wasn't renewed yet; a report token can't be */
  const load = async (way: Way, signal: AbortSignal): Promise<boolean> => {
    const show = (next: ReportState) => {
      if (!signal.aborted) setState(next);
      return false;
    };
    const permission = await host.session.require('report');
    if (signal.aborted) return false;
    if (!permission.allowed) {
      if (permission.reason === 'noFridge') return show({ phase: 'noFridge' });
      return show(way === 'retry' ? { phase: 'failed', retrying: false } : landing);
    }
    const isOwn = isOwnHousehold(host);
    reader.current = isOwn ? permission.household.userId : '';
    if (way === 'enter' && isOwn) void recordShare(host, sharingCalls.annualRecord, recordType.enteredReport);
    if (way !== 'return') show({ phase: 'loading', report: null });

    const { fridgeId } = permission.household;
    const code = slides.load();
    const answer = await host.requests.call(reportCalls.getReport, { fridgeId }, { quiet: true, signal });
    const story = answer.ok && (await code);
    if (story && story.ok) {
      const { data: report } = answer;
      // No slide about this fridge: no data.
      if (report === null || story.code.slidesOf(report).length === 0) return show({ phase: 'noData' });
      return show(way === 'return' ? { phase: 'slides', report } : { phase: 'loading', report });
    }
    show({ phase: 'failed', retrying: false });
    if (answer.ok || signal.aborted) return false;
    const renews = answer.code === answerCode.notAuthorized && host.environment.inApp && !renewed.current;
    renewed.current ||= renews;
    const isRuled = answer.reason === 'refused' || answer.reason === 'notice';
    if (!renews && isRuled && answer.message !== '') host.feedback.toast(answer.message);
    return renews;
  };

  // A guest who returns would be sent to the login page, unasked.
  const isOver =
    reached.phase === 'noFridge'
      ? fridge !== null
      : reached.phase === 'returning' && status === 'guest' && !host.context.reportAccess;
  const state = isOver ? landing : reached;
  const { phase } = state;
  const comeBack = useEffectEvent(() => void open('return'));
  const isReturning = phase === 'returning' && status !== 'unknown';
  useEffect(() => {
    if (isReturning) comeBack();
  }, [isReturning]);

  useEffect(
    () =>
      host.session.subscribe(() => {
        const session = host.session.getState();
        if (session.status !== 'user' || reader.current === '' || session.userId === reader.current) return;
        opening.current?.abort();
        reader.current = '';
        keepSlide(null);
        setState(landing);
      }),
    [host],
  );

  useEffect(() => () => opening.current?.abort(), []);

  const retry = () => void open('retry');
  useRetryOnline(phase, () => {
    // Without their session it would open the login page, unasked.
    if (reader.current === '' || host.session.getState().status === 'user') retry();
  });

  const loaded = phase === 'loading' ? state.report : null;
  const percent = useProgress(phase === 'loading', loaded !== null, () => {
    if (loaded !== null) setState({ phase: 'slides', report: loaded });
  });

  return {
    state,
    percent,
    enter: () => {
      renewed.current = false;
      void open('enter');
    },
    retry,
  };
}

/** Only app users are recorded: a report token only opens the report (spec section 7). */
export function isOwnHousehold(host: Pick<HostServices, 'environment' | 'session'>): boolean {
  const { status, userId } = host.session.getState();
  return host.environment.inApp && status === 'user' && userId !== '';
}
