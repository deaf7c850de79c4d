import { answerCode, type HostServices, type Permission } from '@fridge/shared-contracts';
import { type Report, reportCalls } from '@fridge/shared-contracts/activities/report';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { recordShare, useStore } from '@fridge/shared-ui';
import { useCallback, useEffect, useReducer, useRef, useState } from 'react';
import { leftForDraw } from './left-for-draw.ts';
import { progressTerms, type ReportEvent, type ReportState, reportStep } from './report-machine.ts';

export interface ReportFlow {
  state: ReportState;
  /** From the draw: the story opens at its end. */
  cameBack: boolean;
  /** With a login if needed. */
  enter: () => void;
  /** Checks the permission and loads again, with a login if needed. */
  retry: () => void;
  retrying: boolean;
}

export type SlidesCode = { slidesOf: (report: Report) => readonly unknown[] };

/**
 * Checks the permission, then loads the data and the slides' code in parallel.
 * @param loadSlides called again after a failure
 */
export function useReportFlow(host: HostServices, loadSlides: () => Promise<SlidesCode>): ReportFlow {
  const [left] = useState(() => leftForDraw(host));
  const [state, dispatch] = useReducer(
    reportStep,
    left === null ? { phase: 'landing' } : { phase: 'slides', report: left },
  );
  const { fridge, status, userId } = useStore(host.session);
  const [reader, setReader] = useState(() => (left === null ? '' : userId));
  const [retrying, setRetrying] = useState(false);
  const busy = useRef(false);
  const renewed = useRef(false);
  const closed = useRef(false);

  const requirePermission = useCallback(async (): Promise<Permission> => {
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
    const permission = await requirePermission();
    // The user may have left during the login.
    if (!permission.allowed || closed.current || !isOwnHousehold(host)) return;
    void recordShare(host, sharingCalls.annualRecord, recordType.enteredReport);
  }, [host, requirePermission]);

  const retry = useCallback(async () => {
    if (busy.current) return;
    setRetrying(true);
    await requirePermission();
    setRetrying(false);
  }, [requirePermission]);

  useEffect(() => {
    closed.current = false;
    return () => {
      closed.current = true;
    };
  }, []);

  useEffect(() => {
    if (status === 'user' && reader !== '' && userId !== reader) dispatch({ type: 'otherUser' });
  }, [status, userId, reader]);

  const { phase } = state;
  const fridgeId = phase === 'loading' ? state.fridgeId : '';
  useEffect(() => {
    if (phase !== 'loading') return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const send = (event: ReportEvent) => {
      if (!signal.aborted) dispatch(event);
    };
    const ticking = setInterval(() => {
      send({ type: 'ticked', step: Math.floor(Math.random() * (progressTerms.largestStep + 1)) });
    }, progressTerms.tickMs);
    const code = loadSlides();
    code.then(() => send({ type: 'codeLoaded' }), () => send({ type: 'failed' }));
    const load = async () => {
      const answer = await host.requests.call(reportCalls.getReport, { fridgeId }, { quiet: true, signal });
      if (answer.ok) {
        const report = answer.data;
        // No slide about this fridge: no data.
        const hasSlides = report !== null && (await code).slidesOf(report).length > 0;
        send({ type: 'loaded', report: hasSlides ? report : null });
        return;
      }
      if (signal.aborted) return;
      send({ type: 'failed' });
      // One login renews an expired session; a report token can't be renewed.
      const expired = answer.code === answerCode.notAuthorized && host.environment.inApp && !renewed.current;
      renewed.current ||= expired;
      const ruled = answer.reason === 'refused' || answer.reason === 'notice';
      if (expired) await retry();
      else if (ruled && answer.message !== '') host.feedback.toast(answer.message);
    };
    load().catch(() => send({ type: 'failed' }));
    return () => {
      leaving.abort();
      clearInterval(ticking);
    };
  }, [host, loadSlides, retry, phase, fridgeId]);

  useEffect(() => {
    if (phase !== 'done') return undefined;
    const starting = setTimeout(() => dispatch({ type: 'started' }), progressTerms.slidesAfterMs);
    return () => clearTimeout(starting);
  }, [phase]);

  useEffect(() => {
    if (fridge !== null) dispatch({ type: 'bound' });
  }, [fridge]);

  const cameBack = phase === 'slides' && state.report === left;
  return { state, cameBack, enter: () => void enter(), retry: () => void retry(), retrying };
}

/** Only app users are recorded: a report token only opens the report (spec section 7). */
export function isOwnHousehold(host: Pick<HostServices, 'environment' | 'session'>): boolean {
  const { status, userId } = host.session.getState();
  return host.environment.inApp && status === 'user' && userId !== '';
}
