/**
 * Taps on the shell that need another on the form: files are chosen by a tap alone, and what a draft brings back has to
 * be seen before it is sent.
 */
export const laterActions = {
  addPicture: { 'data-action': 'contest.image.add', 'data-activation': '' },
  submit: { 'data-action': 'contest.upload.submit', 'data-activation': '' },
} as const;
