CREATE TABLE "release_views" (
	"page" text NOT NULL,
	"remote" text NOT NULL,
	"version" text NOT NULL,
	"visitor" text,
	"network" text,
	"opened" boolean DEFAULT false NOT NULL,
	"failed_phase" text,
	"failed_reason" text,
	"load" integer,
	"lcp" integer,
	"inp" integer,
	"cls" double precision,
	"first_at" timestamp with time zone NOT NULL,
	CONSTRAINT "release_views_page_remote_version_pk" PRIMARY KEY("page","remote","version")
);
--> statement-breakpoint
ALTER TABLE "tracked_events" ADD COLUMN "vitals" jsonb;--> statement-breakpoint
CREATE INDEX "release_views_release" ON "release_views" USING btree ("remote","version","first_at");--> statement-breakpoint
CREATE INDEX "release_views_first" ON "release_views" USING btree ("first_at");