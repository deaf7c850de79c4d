import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/**
 * Closes a run with one plain line, `N passed, N failed`, that any CI can read. Names the stories that passed only when
 * they were told again (`E2E_RETRIES`).
 */
export default class CountReporter implements Reporter {
  private readonly statuses = new Map<string, TestResult['status']>();
  private readonly again: string[] = [];

  onTestEnd(test: TestCase, result: TestResult): void {
    this.statuses.set(test.id, result.status);
    if (result.status === 'passed' && result.retry > 0) this.again.push(test.titlePath().join(' › '));
  }

  onEnd(): void {
    const statuses = [...this.statuses.values()];
    const passed = statuses.filter((status) => status === 'passed').length;
    const skipped = statuses.filter((status) => status === 'skipped').length;
    for (const title of this.again) console.log(`passed only when told again, mend it: ${title}`);
    console.log(`\n${passed} passed, ${statuses.length - passed - skipped} failed, ${skipped} skipped`);
  }
}
