import { fill } from '@fridge/shared-contracts';
import {
  campaignTerms,
  type OptionLabel,
  optionLabels,
  type Question,
} from '@fridge/shared-contracts/activities/campaign';
import { Button, CheckIcon, CloseIcon, joinClasses, useSlowAppLabel, WholeText } from '@fridge/shared-ui';
import { type FormEvent, type RefObject, useEffect, useId, useRef, useState } from 'react';
import { copy, WHOLE_PHRASES } from '../copy.ts';
import { Crescent } from '../theme/noon-header.tsx';
import night from './plate-night.svg?raw';
import styles from './quiz-steps.module.css';
import tearLine from './tear-line.svg?raw';

const shownLabels = {
  A: copy['campaign.question.label.a'],
  B: copy['campaign.question.label.b'],
  C: copy['campaign.question.label.c'],
} satisfies Record<OptionLabel, string>;

/** In the page: they take the theme's colours. */
const drawings = { night: { __html: night }, tearLine: { __html: tearLine } };

interface QuestionFormProps {
  question: Question;
  selected: OptionLabel | null;
  pending: boolean;
  onSelect: (label: OptionLabel) => void;
  onSubmit: () => void;
  /** To the guide, which has the answer; the server keeps the question. */
  onGuide: () => void;
}

/** One question with its options (spec section 2, "Question pop-up"); needs a new `key` per question. */
export function QuestionForm({ question, selected, pending, onSelect, onSubmit, onGuide }: QuestionFormProps) {
  const id = useId();
  const problem = useArrival<HTMLHeadingElement>();
  const [byKeyboard, setByKeyboard] = useState(false);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    onSubmit();
  };

  return (
    <form className={styles.form} onSubmit={submit}>
      <div className={styles.plate}>
        <h3 ref={problem} id={`${id}problem`} tabIndex={-1} className={styles.problem}>
          {question.problem}
        </h3>
        <div aria-hidden="true" className={styles.night} dangerouslySetInnerHTML={drawings.night} />
      </div>
      <fieldset
        className={joinClasses(styles.options, byKeyboard && styles.byKeyboard)}
        aria-label={copy['campaign.question.group.aria']}
        aria-describedby={`${id}problem`}
      >
        {optionLabels.map((label, index) => {
          const text = question.options[index] ?? '';
          const wasWrong = question.missed?.includes(label) ?? false;
          const isMarked = wasWrong && selected !== label;
          return (
            <label
              key={label}
              className={joinClasses(styles.option, selected === label && styles.chosen, isMarked && styles.missed)}
            >
              <input
                type="radio"
                name={`${id}answer`}
                className={styles.radio}
                value={label}
                checked={selected === label}
                aria-label={fill(
                  copy[wasWrong ? 'campaign.question.option.missed.aria' : 'campaign.question.option.aria'],
                  { label: shownLabels[label], text },
                )}
                onChange={() => onSelect(label)}
                onKeyDown={() => setByKeyboard(true)}
                onPointerDown={() => setByKeyboard(false)}
              />
              <span aria-hidden="true" className={styles.letter}>
                {shownLabels[label]}
              </span>
              <span aria-hidden="true" className={styles.text}>
                {text}
                {isMarked && <span className={styles.verdict}>{copy['campaign.question.option.missed']}</span>}
              </span>
              {isMarked ? <CloseIcon className={styles.cross} /> : <CheckIcon className={styles.check} />}
            </label>
          );
        })}
      </fieldset>
      <div className={styles.actions}>
        <Button
          type="submit"
          wide
          className={styles.main}
          busy={pending}
          busyLabel={copy['campaign.question.submitting']}
        >
          {copy['campaign.question.submit']}
        </Button>
        <Button tone="text" className={styles.quiet} onClick={onGuide}>
          {copy['campaign.step.guide']}
        </Button>
      </div>
    </form>
  );
}

export function CouponWon({ leaving, onTake, onLater }: { leaving: boolean; onTake: () => void; onLater: () => void }) {
  const news = useArrival<HTMLDivElement>();
  const slowAppLabel = useSlowAppLabel(leaving);
  return (
    <div className={styles.won}>
      <div ref={news} tabIndex={-1} className={styles.news}>
        <Coupon />
        <p className={styles.message}>{copy['campaign.question.correct.desc']}</p>
      </div>
      <Button wide className={styles.main} busy={leaving} busyLabel={slowAppLabel} onClick={onTake}>
        {copy['campaign.question.correct.button']}
      </Button>
      <Button wide tone="text" className={styles.quiet} onClick={onLater}>
        {copy['campaign.question.correct.later']}
      </Button>
    </div>
  );
}

/** The coupon; the door light crosses it once. */
function Coupon() {
  return (
    <div className={styles.lift}>
      <div className={styles.coupon}>
        <div className={styles.value}>
          <span className={styles.yuan}>{campaignTerms.couponYuan}</span>
          <span className={styles.unit}>{copy['campaign.coupon.unit']}</span>
          <span className={styles.name}>{copy['campaign.coupon.name']}</span>
        </div>
        <div aria-hidden="true" className={styles.curve} dangerouslySetInnerHTML={drawings.tearLine} />
        <div className={styles.terms}>
          <div className={styles.lines}>
            <p className={styles.term}>
              <WholeText
                text={fill(copy['campaign.coupon.minimum'], { n: campaignTerms.couponMinimumPaymentYuan })}
                phrases={WHOLE_PHRASES}
              />
            </p>
            <p className={styles.term}>{fill(copy['campaign.coupon.validity'], { n: campaignTerms.validityDays })}</p>
          </div>
          <Crescent className={styles.crescent} />
        </div>
        <span aria-hidden="true" className={styles.light} />
      </div>
    </div>
  );
}

/** Focuses new content in the pop-up and scrolls it into view. The element needs `tabIndex={-1}`. */
function useArrival<E extends HTMLElement>(): RefObject<E | null> {
  const arrived = useRef<E>(null);
  useEffect(() => {
    arrived.current?.focus({ preventScroll: true });
    arrived.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  return arrived;
}
