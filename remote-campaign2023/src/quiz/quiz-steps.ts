/** One chunk, loaded when the quiz starts. */
export { CouponWon } from './coupon-won.tsx';
export { QuestionForm } from './question-form.tsx';
