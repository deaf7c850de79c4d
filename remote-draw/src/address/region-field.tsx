import { joinClasses } from '@fridge/shared-ui';
import { useId } from 'react';
import { copy } from '../copy.ts';
import styles from './address-form.module.css';

/** Province, city and district as native selects. */
export function RegionField({ areas, region, onRegion, problem }: { areas: Areas; region: Region; onRegion: (region: Region) => void; problem: string | null }) {
  const id = useId();
  const problemId = problem === null ? undefined : id;
  return (
    <fieldset data-lead className={styles.region}>
      <legend className={styles.label}>{copy['draw.address.region.label']}</legend>
      <div className={styles.selects}>
        <Level
          label={copy['draw.address.province.ph']}
          short={copy['draw.address.province.short']}
          autoComplete="address-level1"
          choices={provincesOf(areas)}
          value={region.province}
          problemId={problemId}
          onCode={(province) => onRegion({ province, city: only(citiesOf(areas, province)), district: '' })}
        />
        <Level
          label={copy['draw.address.city.ph']}
          short={copy['draw.address.city.short']}
          autoComplete="address-level2"
          choices={citiesOf(areas, region.province)}
          value={region.city}
          problemId={problemId}
          onCode={(city) => onRegion({ ...region, city, district: only(districtsOf(areas, city)) })}
        />
        <Level
          label={copy['draw.address.district.ph']}
          short={copy['draw.address.district.short']}
          autoComplete="address-level3"
          choices={districtsOf(areas, region.city)}
          value={region.district}
          problemId={problemId}
          onCode={(district) => onRegion({ ...region, district })}
        />
      </div>
      {problem !== null && <p id={id} className={styles.problem}>{problem}</p>}
    </fieldset>
  );
}

interface LevelProps {
  label: string;
  short: string;
  autoComplete: string;
  choices: readonly Choice[];
  value: string;
  problemId: string | undefined;
  onCode: (code: string) => void;
}

function Level({ label, short, autoComplete, choices, value, problemId, onCode }: LevelProps) {
  const missing = problemId !== undefined && value === '';
  return (
    <select
      data-field="region"
      aria-label={label}
      aria-invalid={missing || undefined}
      aria-describedby={missing ? problemId : undefined}
      autoComplete={autoComplete}
      className={joinClasses(styles.control, styles.select, value === '' && styles.unchosen)}
      disabled={choices.length === 0}
      value={value}
      onChange={(event) => onCode(event.currentTarget.value)}
    >
      <option value="">{short}</option>
      {choices.map(({ code, name }) => <option key={code} value={code}>{name}</option>)}
    </select>
  );
}

/** Preselects a municipality's only city. */
function only(choices: readonly Choice[]): string {
  return choices.length === 1 ? (choices[0]?.code ?? '') : '';
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
  return choicesOf(areas.province_list, '');
}

export function citiesOf(areas: Areas, province: string): Choice[] {
  return province === '' ? [] : choicesOf(areas.city_list, province.slice(0, 2));
}

export function districtsOf(areas: Areas, city: string): Choice[] {
  return city === '' ? [] : choicesOf(areas.county_list, city.slice(0, 4));
}

/** `江苏省南京市玄武区`, or empty until all three are chosen. */
export function regionText(areas: Areas, { province, city, district }: Region): string {
  const names = [areas.province_list[province], areas.city_list[city], areas.county_list[district]];
  if (names.some((name) => name === undefined)) return '';
  const [first = '', second = '', third = ''] = names;
  return first + (second === first || STAND_INS.has(second) ? '' : second) + third;
}

/** Splits a stored address. Without a known region, all of it is detail. */
export function splitAddress(areas: Areas, stored: string): { region: Region; detail: string } {
  const [head = '', ...rest] = stored.trim().split(' ');
  const region = rest.length > 0 ? findRegion(areas, head) : null;
  return region === null ? { region: noRegion, detail: stored.trim() } : { region, detail: rest.join(' ').trim() };
}

function findRegion(areas: Areas, text: string): Region | null {
  for (const province of provincesOf(areas)) {
    if (!text.startsWith(province.name)) continue;
    for (const city of citiesOf(areas, province.code))
      for (const district of districtsOf(areas, city.code)) {
        const region = { province: province.code, city: city.code, district: district.code };
        if (regionText(areas, region) === text) return region;
      }
  }
  return null;
}

function choicesOf(list: Readonly<Record<string, string>>, prefix: string): Choice[] {
  return Object.keys(list)
    .filter((code) => code.startsWith(prefix))
    .sort()
    .map((code) => ({ code, name: list[code] ?? '' }));
}
