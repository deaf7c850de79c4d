import { type FakeHost, given } from '@fridge/remote-kit/testing';
import { reportCalls } from '@fridge/shared-contracts/activities/report';
import { sharingCalls } from '@fridge/shared-contracts/activities/sharing';
import { fullReport } from '../src/testing/report-of.ts';

/** A full year, after two seconds. */
export default function prepare(fake: FakeHost): void {
  fake.answer(reportCalls.getReport, async () => {
    await new Promise((resolve) => setTimeout(resolve, 2000));
    return given(fullReport);
  });
  fake.answer(sharingCalls.annualRecord, given({ added: 1 }));
}
