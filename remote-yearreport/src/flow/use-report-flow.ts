import { answerCode, type HostServices } from '@fridge/shared-contracts';
import { type Report, reportCalls } from '@fridge/shared-contracts/activities/report';
import { recordType, sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { type Send, useMachine, useStore } from '@fridge/shared-ui';
import { recordShare, useRetryOnline } from '@fridge/shared-ui/internal';
import { useEffect, useRef, useState } from 'react';
import { leftForDraw } from './left-for-draw.ts';
import { progressTerms, type ReportEffect, type ReportEvent, type ReportState, reportStep } from './report-machine.ts';

/**
 * Checks the permission, then loads the data and the slides' code in parallel.
 * @param loadSlides called again after a failure
 * @returns `enter` and `retry` log in if needed; `cameBack`: from the draw, the story opens at its end
 */
export function useReportFlow(
  host: HostServices,
  loadSlides: () => Promise<{ slidesOf: (report: Report) => readonly unknown[] }>,
) {
  const [left] = useState(() => leftForDraw(host));
  const { fridge, status, userId } = useStore(host.session);
  /** The app's user whose report is shown. */
  const reader = useRef(left === null ? '' : userId);
  const renewed = useRef(false);

  const check = async ({ entering }: ReportEffect, sendBack: Send<ReportState, ReportEvent>, signal: AbortSignal) => {
    const permission = await host.session.require('report');
    if (!permission.allowed) {
      sendBack({ type: 'denied', noFridge: permission.reason === 'noFridge' });
      return;
    }
    const isOwn = isOwnHousehold(host);
    reader.current = isOwn ? permission.household.userId : '';
    sendBack({ type: 'allowed', fridgeId: permission.household.fridgeId });
    // The user may have left during the login.
    if (entering && isOwn && !signal.aborted)
      void recordShare(host, sharingCalls.annualRecord, recordType.enteredReport);
  };
  const { state, send } = useMachine(
    reportStep,
    left === null ? { phase: 'landing' } : { phase: 'slides', report: left },
    (effect, sendBack, signal) => void check(effect, sendBack, signal),
  );

  useEffect(() => {
    if (status === 'user' && reader.current !== '' && userId !== reader.current) send({ type: 'otherUser' });
  }, [status, userId, send]);

  const { phase } = state;
  const fridgeId = phase === 'loading' ? state.fridgeId : '';
  useEffect(() => {
    if (phase !== 'loading') return undefined;
    const leaving = new AbortController();
    const { signal } = leaving;
    const sendBack = (event: ReportEvent) => {
      if (!signal.aborted) send(event);
    };
    const ticking = setInterval(() => {
      sendBack({ type: 'ticked', step: Math.floor(Math.random() * (progressTerms.largestStep + 1)) });
    }, progressTerms.tickMs);
    const code = loadSlides();
    code.then(
      () => sendBack({ type: 'codeLoaded' }),
      () => sendBack({ type: 'failed' }),
    );
    const load = async () => {
      const answer = await host.requests.call(reportCalls.getReport, { fridgeId }, { quiet: true, signal });
      if (answer.ok) {
        const report = answer.data;
        // No slide about this fridge: no data.
        const hasSlides = report !== null && (await code).slidesOf(report).length > 0;
        sendBack({ type: 'loaded', report: hasSlides ? report : null });
        return;
      }
      if (signal.aborted) return;
      send({ type: 'failed' });
      // One login renews an expired session; a report token can't be renewed.
      const expired = answer.code === answerCode.notAuthorized && host.environment.inApp && !renewed.current;
      renewed.current ||= expired;
      const ruled = answer.reason === 'refused' || answer.reason === 'notice';
      if (expired) send({ type: 'retried' });
      else if (ruled && answer.message !== '') host.feedback.toast(answer.message);
    };
    load().catch(() => sendBack({ type: 'failed' }));
    return () => {
      leaving.abort();
      clearInterval(ticking);
    };
  }, [host, loadSlides, send, phase, fridgeId]);

  useEffect(() => {
    if (phase !== 'done') return undefined;
    const starting = setTimeout(() => send({ type: 'started' }), progressTerms.slidesAfterMs);
    return () => clearTimeout(starting);
  }, [phase, send]);

  useEffect(() => {
    if (fridge !== null) send({ type: 'bound' });
  }, [fridge, send]);

  const retry = () => void send({ type: 'retried' });
  useRetryOnline(phase, () => {
    // Without their session it would open the login page, unasked.
    if (reader.current === '' || host.session.getState().status === 'user') retry();
  });

  return {
    state,
    cameBack: phase === 'slides' && state.report === left,
    enter: () => {
      renewed.current = false;
      send({ type: 'entered' });
    },
    retry,
  };
}

/** Only app users are recorded: a report token only opens the report (spec section 7). */
export function isOwnHousehold(host: Pick<HostServices, 'environment' | 'session'>): boolean {
  const { status, userId } = host.session.getState();
  return host.environment.inApp && status === 'user' && userId !== '';
}
