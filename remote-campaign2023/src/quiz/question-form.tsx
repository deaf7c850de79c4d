import { type OptionLabel, optionLabels, type Question } from '@fridge/shared-contracts/activities/campaign';
import { fill } from '@fridge/shared-contracts';
import { Button, CheckIcon, CloseIcon, joinClasses } from '@fridge/shared-ui';
import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { copy } from '../copy.ts';
import styles from './question-form.module.css';
import { useArrival } from './use-arrival.ts';

const shownLabels = {
  A: copy['campaign.question.label.a'],
  B: copy['campaign.question.label.b'],
  C: copy['campaign.question.label.c'],
} satisfies Record<OptionLabel, string>;

const night =
  'M-32.5 16C4.1 16 4.1 8 40.6 8C77.2 8 77.2 16 113.8 16C146.3 16 146.3 40 178.8 40C207.2 40 207.2 42 235.6 42' +
  'C264.1 42 264.1 40 292.5 40C325 40 325 16 357.5 16C394.1 16 394.1 8 430.6 8L430.6 58L-32.5 58Z';

interface QuestionFormProps {
  question: Question;
  selected: OptionLabel | null;
  /** Labels already answered wrong. */
  missed: readonly OptionLabel[];
  pending: boolean;
  onSelect: (label: OptionLabel) => void;
  onSubmit: () => void;
}

/** One question with its options (spec section 2, "Question pop-up"); needs a new `key` per question. */
export function QuestionForm({ question, selected, missed, pending, onSelect, onSubmit }: QuestionFormProps) {
  const id = useId();
  const problem = useArrival<HTMLHeadingElement>();
  const [byKeyboard, setByKeyboard] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };

  return (
    <form className={styles.form} onSubmit={submit}>
      <QuestionPlate>
        <h3 ref={problem} id={`${id}problem`} tabIndex={-1} className={styles.problem}>{question.problem}</h3>
      </QuestionPlate>
      <fieldset
        className={joinClasses(styles.options, byKeyboard && styles.byKeyboard)}
        aria-label={copy['campaign.question.group.aria']}
        aria-describedby={`${id}problem`}
      >
        {optionLabels.map((label, index) => {
          const text = question.options[index] ?? '';
          const wasWrong = missed.includes(label);
          const isMarked = wasWrong && selected !== label;
          return (
            <label key={label} className={joinClasses(styles.option, selected === label && styles.chosen, isMarked && styles.missed)}>
              <input
                type="radio"
                name={`${id}answer`}
                className={styles.radio}
                value={label}
                checked={selected === label}
                aria-label={fill(copy[wasWrong ? 'campaign.question.option.missed.aria' : 'campaign.question.option.aria'], { label: shownLabels[label], text })}
                onChange={() => onSelect(label)}
                onKeyDown={() => setByKeyboard(true)}
                onPointerDown={() => setByKeyboard(false)}
              />
              <span aria-hidden="true" className={styles.letter}>{shownLabels[label]}</span>
              <span aria-hidden="true" className={styles.text}>
                {text}
                {isMarked && <span className={styles.verdict}>{copy['campaign.question.option.missed']}</span>}
              </span>
              {isMarked ? <CloseIcon className={styles.cross} /> : <CheckIcon className={styles.check} />}
            </label>
          );
        })}
      </fieldset>
      <Button type="submit" wide className={styles.submit} busy={pending} busyLabel={copy['campaign.question.submitting']}>
        {copy['campaign.question.submit']}
      </Button>
    </form>
  );
}

function QuestionPlate({ children }: { children: ReactNode }) {
  return (
    <div className={styles.plate}>
      <div className={styles.texts}>{children}</div>
      <svg aria-hidden="true" focusable="false" className={styles.night} viewBox="0 0 390 56" preserveAspectRatio="none">
        <path d={night} fill="currentColor" />
      </svg>
    </div>
  );
}
