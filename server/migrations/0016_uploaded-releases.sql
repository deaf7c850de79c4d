CREATE TABLE "unused_release_objects" (
	"id" text PRIMARY KEY NOT NULL,
	"keys" jsonb NOT NULL,
	"due_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "uploaded_releases" ADD COLUMN "bytes" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "uploaded_releases" ADD COLUMN "needed_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "unused_release_objects_due" ON "unused_release_objects" USING btree ("due_at");