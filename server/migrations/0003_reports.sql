CREATE TABLE "reports" (
	"fridge_id" text PRIMARY KEY NOT NULL,
	"fields" jsonb NOT NULL,
	"imported_at" timestamp with time zone NOT NULL
);
