DROP INDEX "pictures_released";--> statement-breakpoint
ALTER TABLE "pictures" ADD COLUMN "due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "works" ADD COLUMN "last_decision" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "works" ADD COLUMN "held_until" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "pictures_due" ON "pictures" USING btree ("due_at") WHERE "pictures"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "works_decided" ON "works" USING btree ("last_decision","id") WHERE "works"."status" <> 0;--> statement-breakpoint
UPDATE "pictures" SET "due_at" = coalesce("removed_at", "released_at" + interval '24 hours') WHERE NOT EXISTS (SELECT FROM "work_images" WHERE "work_images"."picture" = "pictures"."name") AND NOT EXISTS (SELECT FROM "work_steps" WHERE "work_steps"."picture" = "pictures"."name");--> statement-breakpoint
UPDATE "works" SET "last_decision" = coalesce((SELECT max("id") FROM "work_decisions" WHERE "work_decisions"."work_id" = "works"."id"), 0);--> statement-breakpoint
ALTER TABLE "pictures" DROP COLUMN "released_at";