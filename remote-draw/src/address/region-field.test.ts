import { areaList } from '@vant/area-data';
import { describe, expect, it } from 'vitest';
import {
  citiesOf,
  districtsOf,
  noRegion,
  provincesOf,
  type Region,
  regionText,
  splitAddress,
} from './region-field.tsx';

/** The last district of every city: each stands for a name that might be hard to take apart. */
const everyCity: Region[] = provincesOf(areaList).flatMap(({ code: province }) =>
  citiesOf(areaList, province).map(({ code: city }) => ({
    province,
    city,
    district: districtsOf(areaList, city).at(-1)?.code ?? '',
  })),
);

describe('regions', () => {
  it('offer a city in every province and a district in every city', () => {
    for (const { code } of provincesOf(areaList)) {
      const cities = citiesOf(areaList, code);
      expect(cities.length).toBeGreaterThan(0);
      for (const city of cities) expect(districtsOf(areaList, city.code).length).toBeGreaterThan(0);
    }
  });

  it('offer nothing before the level above is chosen', () => {
    expect([citiesOf(areaList, ''), districtsOf(areaList, '')]).toEqual([[], []]);
  });

  it.each<[string, Region, string]>([
    ['a province', { province: '320000', city: '320100', district: '320102' }, '江苏省南京市玄武区'],
    ['a municipality', { province: '110000', city: '110100', district: '110101' }, '北京市东城区'],
    ['a county right under its province', { province: '420000', city: '429000', district: '429004' }, '湖北省仙桃市'],
    ['nothing chosen', noRegion, ''],
    ['no district', { province: '320000', city: '320100', district: '' }, ''],
    ['codes that are not in the list', { province: '1', city: '2', district: '3' }, ''],
  ])('%s is written %s', (_, region, text) => expect(regionText(areaList, region)).toBe(text));
});

describe('splitAddress', () => {
  it('takes apart what was joined, for every city of the list', () => {
    const wrong = everyCity.filter((region) => {
      const text = regionText(areaList, region);
      const split = splitAddress(areaList, `${text} 中山路 1号`);
      return regionText(areaList, split.region) !== text || split.detail !== '中山路 1号';
    });
    expect(wrong).toEqual([]);
  });

  it.each([
    ['', ''],
    ['中山路1号', '中山路1号'],
    ['江苏省南京市玄武区中山路1号', '江苏省南京市玄武区中山路1号'],
    ['江苏省南京市某区 中山路1号', '江苏省南京市某区 中山路1号'],
    [' 火星 1号 ', '火星 1号'],
  ])('%j has no region that the list knows', (stored, detail) => {
    expect(splitAddress(areaList, stored)).toEqual({ region: noRegion, detail });
  });
});
