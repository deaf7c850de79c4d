import type { Reporter, TestCase, TestResult } from '@playwright/test/reporter';

/** Closes a run with one plain line, `N passed, N failed`, that any CI can read; above it each story that was tried twice. */
export default class CountReporter implements Reporter {
  private readonly last = new Map<string, TestResult['status']>();
  private readonly retried = new Map<string, string>();

  onTestEnd(test: TestCase, result: TestResult): void {
    this.last.set(test.id, result.status);
    if (result.retry > 0) this.retried.set(test.id, `${test.location.file}:${test.location.line} ${test.title}`);
  }

  onEnd(): void {
    const statuses = [...this.last.values()];
    const passed = statuses.filter((status) => status === 'passed').length;
    const skipped = statuses.filter((status) => status === 'skipped').length;
    for (const name of this.retried.values()) console.log(`needed a second try: ${name}`);
    console.log(`\n${passed} passed, ${statuses.length - passed - skipped} failed, ${skipped} skipped`);
  }
}
