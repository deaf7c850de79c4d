export { EarnDialog } from '../earn/earn-dialog.tsx';
export { lateMoment, NoChanceDialog, ResultDialog } from './result-dialog.tsx';
