ALTER TABLE "draw_prizes" ADD COLUMN "shipped_by" text;--> statement-breakpoint
CREATE INDEX "draw_prizes_won" ON "draw_prizes" USING btree ("won_at","id");--> statement-breakpoint
CREATE INDEX "draw_prizes_physical" ON "draw_prizes" USING btree ("won_at","id") WHERE not "draw_prizes"."is_virtual";--> statement-breakpoint
CREATE INDEX "works_submitted" ON "works" USING btree ("submitted_at","id");