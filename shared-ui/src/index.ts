/**
 * All that is packed for teams (docs/contract.md). What only host and remotes of this repository use: `internal.ts`.
 */
export { BindFridge } from './state-page/bind-fridge.tsx';
export { Button, ButtonLink } from './button/button.tsx';
export { Field, leadTo } from './field/field.tsx';
export { BackIcon, CheckIcon, ChevronIcon, CloseIcon, createIcon, InfoIcon, ShareIcon } from './icons/icons.tsx';
export { joinClasses } from './join-classes.ts';
export { accessStorage, createJsonStorage, type JsonStorage, type WebStorage } from './json-storage.ts';
export { createLateCode, type LateCode, type LateOutcome } from './late-code/late-code.ts';
export { newRequestId } from './request-id.ts';
export { type SignedInResult, callSignedIn, type SignedInOptions } from './call-signed-in.ts';
export { createRequestIds, isFinalRefusal, resendOnConflict } from './unfinished-requests.ts';
export { KeepFocus } from './loaded/keep-focus.tsx';
export { LoadFailure, type LoadFailureLook } from './loaded/load-failure.tsx';
export { Loaded } from './loaded/loaded.tsx';
export { PathLink } from './path-link/path-link.tsx';
export { Picture } from './picture.tsx';
export { Phrases } from './phrases/phrases.tsx';
export { Prose, WholeText } from './prose/prose.tsx';
export { Skeleton } from './skeleton/skeleton.tsx';
export { useSlowAppLabel } from './use-slow-app-label.ts';
export { useLastingSession } from './use-lasting-session.ts';
export { useLeaveGuard } from './use-leave-guard.ts';
export { type Send, type Step, useMachine } from './use-machine.ts';
export {
  type LoadContext,
  type ReadFailure,
  type ServerAnswer,
  type ServerData,
  type ServerDataOptions,
  type ServerRead,
  useServerData,
} from './use-server-data.ts';
export { useStore } from './use-store.ts';
export { useSubmitLock } from './use-submit-lock.ts';
export { unseen } from './unseen.ts';
