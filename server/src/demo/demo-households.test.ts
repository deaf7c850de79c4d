import { functionFields, reportSchema, reportTerms } from '@fridge/shared-contracts/activities/report';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { readReportRow } from '../activities/report/report-fields.ts';
import { demoHouseholds } from './demo-households.ts';

/** The report fields that pages read, `null` where the table has none (architecture, "Demo households"). */
function reportOf(userId: string) {
  const row = demoHouseholds.find((household) => household.userId === userId);
  return v.parse(v.nullable(reportSchema), row?.report ?? null);
}
const inUse = (userId: string) => functionFields.filter((name) => (reportOf(userId)?.[name] ?? 0) > 0).length;

describe("the demonstration's reports", () => {
  it.each(demoHouseholds.flatMap(({ report }) => report ?? []))('could have been imported', (report) => {
    expect(readReportRow({ fridgeId: 'F', ...report })).toEqual({ fridgeId: 'F', fields: report });
  });

  it('exist for the households that have one', () => {
    expect(demoHouseholds.map(({ userId }) => [userId, reportOf(userId) !== null])).toEqual([
      ['U1001', true],
      ['U1002', false],
      ['U1003', true],
      ['U1004', false],
      ['U1005', true],
      ['U1006', false],
    ]);
  });

  it('have every field in the full one, with figures that agree', () => {
    const full = reportOf('U1001');
    for (const [name, value] of Object.entries(full ?? {})) {
      if (!name.endsWith('Users'))
        expect([
          name,
          value === null ||
            value === 0 ||
            value === '' ||
            (Object.keys(Object(value)).length === 0 && typeof value === 'object'),
        ]).toEqual([name, false]);
    }
    expect(inUse('U1001')).toBe(functionFields.length);
    expect(
      full?.dietitianeList.every(({ headUrl }) => headUrl.startsWith('data:image/svg+xml,') && !headUrl.includes(' ')),
    ).toBe(true);
    for (const user of ['U1001', 'U1003']) {
      const {
        morningOpenNum,
        noonOpenNum,
        nightOpenNum,
        yearOpenNum,
        averageOpenTime,
        yearOpenDuration,
        openDoorPercent,
      } = reportOf(user) ?? {};
      expect((morningOpenNum ?? 0) + (noonOpenNum ?? 0) + (nightOpenNum ?? 0)).toBe(yearOpenNum);
      expect(Math.round(((yearOpenNum ?? 0) * (averageOpenTime ?? 0)) / 3600)).toBe(yearOpenDuration);
      expect(Math.round((100 * (nightOpenNum ?? 0)) / (yearOpenNum ?? 1))).toBe(openDoorPercent);
    }
  });

  it('have too few functions for a chart in the premium one', () => {
    expect(inUse('U1003')).toBeGreaterThan(0);
    expect(inUse('U1003')).toBeLessThan(reportTerms.chartNeeds);
  });

  it('have edge values in the extreme one', () => {
    const { favoriteUseTime, maxTemp, yearOpenNum, noonOpenNum, ...rest } = reportOf('U1005') ?? {};
    expect({ favoriteUseTime, maxTemp, yearOpenNum, noonOpenNum }).toEqual({
      favoriteUseTime: 'unknown',
      maxTemp: 10.1,
      yearOpenNum: 0,
      noonOpenNum: null,
    });
    expect(
      Object.entries(rest)
        .filter(([name]) => name.endsWith('Users'))
        .map(([, users]) => users),
    ).toContain(100_001);
  });
});
