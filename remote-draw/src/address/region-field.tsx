import { joinClasses } from '@fridge/shared-ui';
import type { RefObject } from 'react';
import { copy } from '../copy.ts';
import styles from './address-form.module.css';
import { type Areas, type Choice, type Region, citiesOf, districtsOf, provincesOf } from './region.ts';

export interface RegionFieldProps {
  areas: Areas;
  region: Region;
  onRegion: (region: Region) => void;
  invalid: boolean;
  /** The group; its first empty select takes the focus when the region is missing. */
  group: RefObject<HTMLFieldSetElement | null>;
}

/** Province, city and district: three of the phone's own pickers, each offering what the one before allows. */
export function RegionField({ areas, region, onRegion, invalid, group }: RegionFieldProps) {
  return (
    <fieldset ref={group} className={styles.region}>
      <legend className={styles.label}>{copy['draw.address.region.label']}</legend>
      <div className={styles.selects}>
        <Level
          label={copy['draw.address.province.ph']}
          short={copy['draw.address.province.short']}
          autoComplete="address-level1"
          choices={provincesOf(areas)}
          value={region.province}
          invalid={invalid}
          onCode={(province) => onRegion({ province, city: only(citiesOf(areas, province)), district: '' })}
        />
        <Level
          label={copy['draw.address.city.ph']}
          short={copy['draw.address.city.short']}
          autoComplete="address-level2"
          choices={citiesOf(areas, region.province)}
          value={region.city}
          invalid={invalid}
          onCode={(city) => onRegion({ ...region, city, district: only(districtsOf(areas, city)) })}
        />
        <Level
          label={copy['draw.address.district.ph']}
          short={copy['draw.address.district.short']}
          autoComplete="address-level3"
          choices={districtsOf(areas, region.city)}
          value={region.district}
          invalid={invalid}
          onCode={(district) => onRegion({ ...region, district })}
        />
      </div>
    </fieldset>
  );
}

interface LevelProps {
  label: string;
  /** What an empty select shows in its narrow place. */
  short: string;
  autoComplete: string;
  choices: readonly Choice[];
  value: string;
  invalid: boolean;
  onCode: (code: string) => void;
}

function Level({ label, short, autoComplete, choices, value, invalid, onCode }: LevelProps) {
  return (
    <select
      aria-label={label}
      aria-invalid={(invalid && value === '') || undefined}
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

/** A municipality has one city: nobody should have to choose it. */
function only(choices: readonly Choice[]): string {
  return choices.length === 1 ? (choices[0]?.code ?? '') : '';
}
