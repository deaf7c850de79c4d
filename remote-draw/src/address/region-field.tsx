import { joinClasses } from '@fridge/shared-ui';
import { useId } from 'react';
import { copy } from '../copy.ts';
import styles from './address-form.module.css';
import { type Areas, type Choice, type Region, citiesOf, districtsOf, provincesOf } from './region.ts';

interface RegionFieldProps {
  areas: Areas;
  region: Region;
  onRegion: (region: Region) => void;
  problem: string | null;
}

/** Province, city and district as native selects. */
export function RegionField({ areas, region, onRegion, problem }: RegionFieldProps) {
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
