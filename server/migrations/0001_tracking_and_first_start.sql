CREATE TABLE "tracked_events" (
	"position" bigserial PRIMARY KEY NOT NULL,
	"id" text NOT NULL,
	"event" text NOT NULL,
	"page" text NOT NULL,
	"name" text,
	"remote" text,
	"version" text,
	"phase" text,
	"reason" text,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tracked_events_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "business_clock" ADD COLUMN "started_at" timestamp with time zone DEFAULT now() NOT NULL;--> statement-breakpoint
CREATE INDEX "tracked_events_received" ON "tracked_events" USING btree ("received_at");