import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Closes a run with one plain line, `N passed, N failed`, that any CI can read. */
export default class CountReporter implements Reporter {
  private readonly statuses = new Map<string, TestResult['status']>();

  onTestEnd(test: TestCase, result: TestResult): void {
    this.statuses.set(test.id, result.status);
  }

  onEnd(): void {
    const statuses = [...this.statuses.values()];
    const passed = statuses.filter((status) => status === 'passed').length;
    const skipped = statuses.filter((status) => status === 'skipped').length;
    console.log(`\n${passed} passed, ${statuses.length - passed - skipped} failed, ${skipped} skipped`);
  }
}
