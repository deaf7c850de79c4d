/** What the pop-up shows once there is a question: code that comes when the quiz starts, not with the page. */
export { CouponWon } from './coupon-won.tsx';
export { QuestionForm } from './question-form.tsx';
