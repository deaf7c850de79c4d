import { joinClasses } from '@fridge/shared-ui';
import { FieldGroup, fieldStyles } from '@fridge/shared-ui/internal';
import { useId } from 'react';
import { copy } from '../copy.ts';
import styles from './address-form.module.css';

/** Province, city and district as native selects. */
export function RegionField({
  areas,
  region,
  onRegion,
  problem,
}: {
  areas: Areas;
  region: Region;
  onRegion: (region: Region) => void;
  problem: string | null;
}) {
  const id = useId();
  const { province, city } = region;
  const choices = { province: provincesOf(areas), city: citiesOf(areas, province), district: districtsOf(areas, city) };
  const choose = (level: keyof Region, code: string) => {
    if (level === 'province') onRegion({ province: code, city: only(citiesOf(areas, code)), district: '' });
    else if (level === 'city') onRegion({ province, city: code, district: only(districtsOf(areas, code)) });
    else onRegion({ ...region, district: code });
  };
  return (
    <FieldGroup id={id} className={styles.region} label={copy['draw.address.region.label']} problem={problem}>
      <div className={styles.selects}>
        {(['province', 'city', 'district'] as const).map((level, at) => {
          const missing = problem !== null && region[level] === '';
          return (
            <select
              key={level}
              data-field="region"
              aria-label={copy[`draw.address.${level}.ph`]}
              aria-invalid={missing || undefined}
              aria-describedby={missing ? `${id}problem` : undefined}
              autoComplete={`address-level${at + 1}`}
              className={joinClasses(fieldStyles.control, region[level] === '' && styles.unchosen)}
              disabled={choices[level].length === 0}
              value={region[level]}
              onChange={(event) => choose(level, event.currentTarget.value)}
            >
              <option value="">{copy[`draw.address.${level}.short`]}</option>
              {choices[level].map(({ code, name }) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </select>
          );
        })}
      </div>
    </FieldGroup>
  );
}

/** Preselects a municipality's only city. */
function only([first, second]: readonly Choice[]): string {
  return first && !second ? first.code : '';
}

/** Names by six-digit code, from area-data. */
export type Areas = {
  province_list: Readonly<Record<string, string>>;
  city_list: Readonly<Record<string, string>>;
  county_list: Readonly<Record<string, string>>;
};

/** Six-digit codes; empty if not chosen. */
export type Region = { province: string; city: string; district: string };
type Choice = { code: string; name: string };

export const noRegion: Region = { province: '', city: '', district: '' };

/** Area-data's names for "directly under the province", not part of an address. */
const STAND_INS: ReadonlySet<string> = new Set(['县', '省直辖县', '自治区直辖县级行政区划']);

export function provincesOf(areas: Areas): Choice[] {
  return choicesOf(areas.province_list, '', 0);
}

export function citiesOf(areas: Areas, province: string): Choice[] {
  return choicesOf(areas.city_list, province, 2);
}

export function districtsOf(areas: Areas, city: string): Choice[] {
  return choicesOf(areas.county_list, city, 4);
}

/** `江苏省南京市玄武区`, or empty until all three are chosen. */
export function regionText(areas: Areas, { province, city, district }: Region): string {
  const first = areas.province_list[province];
  const second = areas.city_list[city];
  const third = areas.county_list[district];
  if (!first || !second || !third) return '';
  return first + (second === first || STAND_INS.has(second) ? '' : second) + third;
}

/** Splits a stored address. Without a known region, all of it is detail. */
export function splitAddress(areas: Areas, stored: string): { region: Region; detail: string } {
  const [head = '', ...rest] = stored.trim().split(' ');
  const region = rest.length > 0 ? findRegion(areas, head) : undefined;
  return region ? { region, detail: rest.join(' ').trim() } : { region: noRegion, detail: stored.trim() };
}

/** A district's code begins with its city's four digits, and those with its province's two. */
function findRegion(areas: Areas, text: string): Region | undefined {
  return Object.keys(areas.county_list)
    .map((district) => ({ province: `${district.slice(0, 2)}0000`, city: `${district.slice(0, 4)}00`, district }))
    .find((region) => regionText(areas, region) === text);
}

/** Those whose code begins with `digits` digits of the parent's, by code: JavaScript orders such keys by number. */
function choicesOf(list: Readonly<Record<string, string>>, parent: string, digits: number): Choice[] {
  return Object.entries(list)
    .filter(([code]) => code.slice(0, digits) === parent.slice(0, digits))
    .map(([code, name]) => ({ code, name }));
}
