/** Variables with what browsers reach the site by. */
export const publicOrigins = [
  'PUBLIC_HOST_ORIGIN',
  'PUBLIC_API_ORIGIN',
  'PUBLIC_PICTURES_ORIGIN',
  'PUBLIC_RELEASES_ORIGIN',
  'PUBLIC_OPERATIONS_ORIGIN',
] as const;
