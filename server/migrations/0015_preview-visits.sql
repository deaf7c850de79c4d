ALTER TABLE "previews" ADD COLUMN "key_id" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "previews" ADD COLUMN "link_hash" text;--> statement-breakpoint
ALTER TABLE "previews" ADD COLUMN "visit_hash" text;--> statement-breakpoint
ALTER TABLE "previews" ADD COLUMN "updated_at" timestamp with time zone;