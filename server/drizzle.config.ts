import { defineConfig } from 'drizzle-kit';

/**
 * `npm run first-schema -w @fridge/server` writes the SQL of all tables anew, until the first released version; from
 * then on `npm run migrations -w @fridge/server -- --name what-changed` that of a change.
 */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/**/tables.ts',
  casing: 'snake_case',
  out: './schema',
});
