import { answerCode, type CallFailure, type HostServices, type Permission } from '@fridge/shared-contracts';
import { type Report, reportCalls } from '@fridge/shared-contracts/activities/report';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { recordShare, useStore } from '@fridge/shared-ui';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { leftForDraw } from './left-for-draw.ts';
import { nextReportState, progressTerms, type ReportEvent, type ReportState } from './report-machine.ts';

export interface ReportFlow {
  state: ReportState;
  /** The user comes back from the draw, and goes on where the story was left: at its end. */
  cameBack: boolean;
  /** Opens the report, through a login where one is needed. */
  enter: () => void;
  /** Asks once more who is there, logging in where the session has run out, and loads anew. */
  retry: () => void;
  /** `retry` is asking. */
  retrying: boolean;
}

/** What the flow asks the slides' code: the slides that tell of this fridge. */
export type SlidesCode = { slidesOf: (report: Report) => readonly unknown[] };

/**
 * Runs the report's machine on the host's services: asks whether a report may be seen, then for the data and the
 * slides' code at once, while the progress counts.
 * @param loadSlides brings the code of the slides; asked again after a failure
 */
export function useReportFlow(host: HostServices, loadSlides: () => Promise<SlidesCode>): ReportFlow {
  const [left] = useState(() => leftForDraw(host));
  const [state, dispatch] = useReducer(nextReportState, left === null ? { at: 'landing' } : { at: 'slides', report: left });
  const { fridge, status, userId } = useStore(host.session);
  const [reader, setReader] = useState(() => (left === null ? '' : userId));
  const [retrying, setRetrying] = useState(false);
  const busy = useRef(false);
  const renewed = useRef(false);
  const closed = useRef(false);

  const ask = useCallback(async (): Promise<Permission> => {
    busy.current = true;
    const permission = await host.session.require('report').finally(() => {
      busy.current = false;
    });
    if (permission.allowed) {
      setReader(isOwnHousehold(host) ? permission.household.userId : '');
      dispatch({ type: 'allowed', fridgeId: permission.household.fridgeId });
    } else dispatch({ type: 'denied', noFridge: permission.reason === 'noFridge' });
    return permission;
  }, [host]);

  const enter = useCallback(async () => {
    if (busy.current) return;
    dispatch({ type: 'entered' });
    renewed.current = false;
    const permission = await ask();
    // A login takes its time: who has left meanwhile hasn't entered.
    if (permission.allowed && !closed.current && isOwnHousehold(host)) void recordShare(host, sharingCalls.annualRecord, recordType.enteredReport);
  }, [host, ask]);

  const retry = useCallback(async () => {
    if (busy.current) return;
    setRetrying(true);
    await ask();
    setRetrying(false);
  }, [ask]);

  useEffect(() => {
    closed.current = false;
    return () => {
      closed.current = true;
    };
  }, []);

  useEffect(() => {
    if (status === 'user' && reader !== '' && userId !== reader) dispatch({ type: 'otherUser' });
  }, [status, userId, reader]);

  const at = state.at;
  const fridgeId = state.at === 'loading' ? state.fridgeId : '';
  useEffect(() => {
    if (at !== 'loading') return undefined;
    const leaving = new AbortController();
    const send = (event: ReportEvent) => {
      if (!leaving.signal.aborted) dispatch(event);
    };
    const ticking = setInterval(() => send({ type: 'ticked', step: Math.floor(Math.random() * (progressTerms.largestStep + 1)) }), progressTerms.tickMs);
    const code = loadSlides();
    code.then(() => send({ type: 'codeLoaded' }), () => send({ type: 'failed' }));
    const load = async () => {
      const answer = await host.requests.call(reportCalls.getReport, { fridgeId }, { quiet: true, signal: leaving.signal });
      if (!answer.ok) {
        if (leaving.signal.aborted) return;
        send({ type: 'failed' });
        // A session that has run out is renewed by a login, once; a report token can't be.
        const expired = answer.code === answerCode.notAuthorized && host.environment.inApp && !renewed.current;
        renewed.current ||= expired;
        if (expired) await retry();
        else if (isRuling(answer.reason) && answer.message !== '') host.feedback.toast(answer.message);
      } else if (answer.data === null) send({ type: 'loaded', report: null });
      else {
        // A report that says nothing of its fridge is none.
        const { slidesOf } = await code;
        send({ type: 'loaded', report: slidesOf(answer.data).length === 0 ? null : answer.data });
      }
    };
    load().catch(() => send({ type: 'failed' }));
    return () => {
      leaving.abort();
      clearInterval(ticking);
    };
  }, [host, loadSlides, retry, at, fridgeId]);

  useEffect(() => {
    if (at !== 'done') return undefined;
    const starting = setTimeout(() => dispatch({ type: 'started' }), progressTerms.slidesAfterMs);
    return () => clearTimeout(starting);
  }, [at]);

  useEffect(() => {
    if (fridge !== null) dispatch({ type: 'bound' });
  }, [fridge]);

  const cameBack = state.at === 'slides' && state.report === left;
  return { state, cameBack, enter: () => void enter(), retry: () => void retry(), retrying };
}

/** Only a household of the app is recorded: a report token opens the report and nothing else (spec section 7). */
export function isOwnHousehold(host: Pick<HostServices, 'environment' | 'session'>): boolean {
  const { status, userId } = host.session.getState();
  return host.environment.inApp && status === 'user' && userId !== '';
}

/** The server has judged: its message says more than ours. */
const isRuling = (reason: CallFailure) => reason === 'refused' || reason === 'notice';
