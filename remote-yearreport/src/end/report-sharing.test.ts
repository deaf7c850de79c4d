import { describe, expect, it } from 'vitest';
import { sharedBrand, shareLink } from './report-sharing.ts';

describe('sharedBrand', () => {
  it.each([
    [-1, 0, undefined],
    [-1, 1, '1'],
    [0, 0, '0'],
    [1, 1, '1'],
    [2, 2, '2'],
  ] as const)('brand %i in skin %i: %s', (brand, skin, shared) => expect(sharedBrand({ brand }, skin)).toBe(shared));
});

describe('shareLink', () => {
  it('carries the brand and nothing else', () => {
    const href = '/yearReportShare?brand=1&activityId=A7&source=meijuReport&comeFrom=card#x';
    expect(shareLink(href, 'https://fridge.example/yearReport?fridgeId=F1&wxToken=t', '1')).toBe(
      'https://fridge.example/yearReportShare?brand=1',
    );
    expect(shareLink('/yearReportShare', 'https://fridge.example/yearReport?userId=U1', undefined)).toBe(
      'https://fridge.example/yearReportShare',
    );
  });
});
