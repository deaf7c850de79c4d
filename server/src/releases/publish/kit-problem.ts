import { kitText, kitVersion } from '@fridge/shared-contracts/team';

/**
 * Whether this server reads what a version of the kit wrote: those of its own major version.
 * @param what such as "The request"
 * @returns who has to update what, or `null`
 */
export function kitProblem(what: string, spoken: string): string | null {
  const major = Number(spoken.split('.')[0]);
  if (major === kitVersion.major) return null;
  const difference = `${what} is of version ${spoken} of remote-kit's API, and this server speaks ${kitText}.`;
  const remedy =
    major > kitVersion.major
      ? `Its operators have to update the server first; until then build and publish with a remote-kit of API ${kitVersion.major}.`
      : `The team has to update remote-kit to one of API ${kitVersion.major}, then build and publish again.`;
  return `${difference} ${remedy}`;
}
