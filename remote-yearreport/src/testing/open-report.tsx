import { createFakeHost, type FakeHostOptions, given, sessions } from '@fridge/remote-kit/testing';
import { reportCalls } from '@fridge/shared-contracts/activities/report';
import { sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import { afterEach, beforeEach, vi } from 'vitest';
import ReportScreen from '../screens/report/report-screen.tsx';
import { FakeAudio } from './fake-audio.ts';
import { fullReport, reportOf } from './report-of.ts';

export const browser = { environment: { inApp: false } } as const;
/** A report link, opened in a browser. */
export const linked = { ...browser, context: { reportAccess: true }, session: sessions.guest } as const;

/** The players of the current test. */
export let audios: FakeAudio[] = [];

/** Each test begins in an entry of the history without a kept slide; its progress takes the largest steps. */
export function eachInOwnVisit(): void {
  beforeEach(() => {
    window.history.replaceState(null, '');
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'] });
    vi.spyOn(Math, 'random').mockReturnValue(0.99);
    audios = [];
    vi.stubGlobal(
      'Audio',
      class extends FakeAudio {
        constructor() {
          super();
          audios.push(this);
        }
      },
    );
  });
  afterEach(() => {
    cleanup();
    vi.useRealTimers();
    vi.unstubAllGlobals();
    window.history.replaceState(null, '');
  });
}

export const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms));
export const press = async (name: string) => {
  fireEvent.click(screen.getByRole('button', { name }));
  await pass(0);
};

export function mount(options: FakeHostOptions = {}) {
  const fake = createFakeHost(options);
  fake.answer(sharingCalls.annualRecord, given({ added: 1 }));
  render(<ReportScreen host={fake.host} />);
  return fake;
}

/** Ticks to the end of the progress, then the moment that 100 stands: each schedules the next. */
export async function finishLoading() {
  await vi.dynamicImportSettled();
  await pass(0);
  await pass(150 * 9);
  await pass(500);
  await pass(0);
}

/** On the slides of a full report. */
export async function openSlides(options: FakeHostOptions = {}, fields?: Record<string, unknown>) {
  const fake = mount(options);
  fake.answer(reportCalls.getReport, given(fields ? reportOf(fields) : fullReport));
  await press('查看我的年度报告');
  await finishLoading();
  return fake;
}

/** On the end page of a full report. */
export async function openEnd(options: FakeHostOptions = {}) {
  const fake = await openSlides(options);
  await key('End');
  await pass(0);
  return fake;
}

export const shownKind = () => document.querySelector('[data-active="true"]')?.getAttribute('data-kind');
export const key = (name: string) => act(() => void fireEvent.keyDown(document.body, { key: name }));
