/** The page's codes, besides the app's. `undeclared`: the release doesn't list the method. */
export const bridgeErrorCode = {
  timeout: -1,
  unsupported: -2,
  malformed: -3,
  unavailable: -4,
  undeclared: -5,
} as const;
