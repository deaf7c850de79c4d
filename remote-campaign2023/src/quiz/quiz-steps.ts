/** The pop-up's steps as one chunk, loaded when the quiz starts. */
export { CouponWon } from './coupon-won.tsx';
export { QuestionForm } from './question-form.tsx';
