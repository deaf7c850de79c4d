import { defineConfig } from 'drizzle-kit';

/** `npm run migrations -w @fridge/server -- --name what-changed` writes the SQL of a schema change. */
export default defineConfig({
  dialect: 'postgresql',
  schema: './src/**/tables.ts',
  casing: 'snake_case',
  out: './migrations',
});
