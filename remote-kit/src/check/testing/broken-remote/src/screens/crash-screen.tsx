/** Throws while it is drawn. */
export default function CrashScreen(): never {
  throw new Error('no prizes at all');
}
