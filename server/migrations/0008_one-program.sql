CREATE TABLE "config_versions" (
	"name" text NOT NULL,
	"serial" integer NOT NULL,
	"document" text NOT NULL,
	"reverts" integer,
	"changed_by" text NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"way" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "config_versions_name_serial_pk" PRIMARY KEY("name","serial")
);
--> statement-breakpoint
CREATE TABLE "operator_actions" (
	"id" serial PRIMARY KEY NOT NULL,
	"action" text NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"changed_by" text NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"way" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_links" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "operator_sessions" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"data" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"id" serial PRIMARY KEY NOT NULL,
	"name" text NOT NULL,
	"version" text NOT NULL,
	"kind" text NOT NULL,
	"changed_by" text NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"way" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"name" text NOT NULL,
	"version" text NOT NULL,
	"base_url" text NOT NULL,
	"description" jsonb NOT NULL,
	"changed_by" text NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"way" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL,
	CONSTRAINT "releases_name_version_pk" PRIMARY KEY("name","version")
);
--> statement-breakpoint
ALTER TABLE "draw_prizes" ADD COLUMN "shipped_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "draw_prizes" ADD COLUMN "carrier" text;--> statement-breakpoint
ALTER TABLE "draw_prizes" ADD COLUMN "tracking_number" text;--> statement-breakpoint
ALTER TABLE "tracked_events" ADD COLUMN "page_id" text;--> statement-breakpoint
ALTER TABLE "tracked_events" ADD COLUMN "phases" jsonb;--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_name_version_releases_name_version_fk" FOREIGN KEY ("name","version") REFERENCES "public"."releases"("name","version") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "operator_actions_changed" ON "operator_actions" USING btree ("changed_at");--> statement-breakpoint
CREATE INDEX "operator_sessions_expires" ON "operator_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "promotions_name" ON "promotions" USING btree ("name","id");--> statement-breakpoint
ALTER TABLE "draw_prizes" ADD CONSTRAINT "draw_prizes_shipped" CHECK (("draw_prizes"."shipped_at" is null) = ("draw_prizes"."tracking_number" is null));