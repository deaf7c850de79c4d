CREATE TABLE "activity_records" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	CONSTRAINT "activity_records_user_id_kind_day_pk" PRIMARY KEY("user_id","kind","day")
);
--> statement-breakpoint
CREATE TABLE "grant_audit" (
	"id" serial PRIMARY KEY NOT NULL,
	"grant_id" text NOT NULL,
	"user_id" text NOT NULL,
	"pool" text NOT NULL,
	"pool_issued" integer NOT NULL,
	"day" date NOT NULL,
	"day_issued" integer,
	"cause" text NOT NULL,
	"real_at" timestamp with time zone NOT NULL,
	"business_at" timestamp with time zone NOT NULL,
	CONSTRAINT "grant_audit_grant_id_unique" UNIQUE("grant_id")
);
--> statement-breakpoint
CREATE TABLE "grant_days" (
	"pool" text NOT NULL,
	"day" date NOT NULL,
	"cap" integer NOT NULL,
	"issued" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "grant_days_pool_day_pk" PRIMARY KEY("pool","day"),
	CONSTRAINT "grant_days_cap" CHECK ("grant_days"."issued" between 0 and "grant_days"."cap")
);
--> statement-breakpoint
CREATE TABLE "grant_pools" (
	"name" text PRIMARY KEY NOT NULL,
	"cap" integer NOT NULL,
	"issued" integer DEFAULT 0 NOT NULL,
	"daily_cap" integer,
	CONSTRAINT "grant_pools_cap" CHECK ("grant_pools"."issued" between 0 and "grant_pools"."cap")
);
--> statement-breakpoint
CREATE TABLE "grants" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"pool" text NOT NULL,
	"exchange_code" text NOT NULL,
	"exchange_pwd" text NOT NULL,
	"granted_at" timestamp with time zone NOT NULL,
	"deadline" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	"replaced_by" text,
	CONSTRAINT "grants_exchange_code_unique" UNIQUE("exchange_code"),
	CONSTRAINT "grants_once" UNIQUE NULLS NOT DISTINCT("user_id","kind","replaced_by")
);
--> statement-breakpoint
CREATE TABLE "quiz_progress" (
	"user_id" text PRIMARY KEY NOT NULL,
	"question_id" text NOT NULL,
	"wrong_answers" integer DEFAULT 0 NOT NULL,
	"judged" jsonb,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "quiz_progress_wrong" CHECK ("quiz_progress"."wrong_answers" >= 0)
);
--> statement-breakpoint
CREATE TABLE "pictures" (
	"name" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"due_at" timestamp with time zone,
	"removed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "upload_days" (
	"user_id" text NOT NULL,
	"day" date NOT NULL,
	"uploads" integer NOT NULL,
	CONSTRAINT "upload_days_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "work_claims" (
	"work_id" text PRIMARY KEY NOT NULL,
	"reviewer" text NOT NULL,
	"until" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "work_pictures" (
	"work_id" text NOT NULL,
	"picture" text NOT NULL,
	CONSTRAINT "work_pictures_work_id_picture_pk" PRIMARY KEY("work_id","picture")
);
--> statement-breakpoint
CREATE TABLE "work_prizes" (
	"id" serial PRIMARY KEY NOT NULL,
	"work_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "works" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"cook_name" text NOT NULL,
	"description" text NOT NULL,
	"phone" text NOT NULL,
	"device_phone" text NOT NULL,
	"fridge_id" text NOT NULL,
	"spec" text NOT NULL,
	"nick_name" text NOT NULL,
	"head_img_url" text NOT NULL,
	"cook_time" text NOT NULL,
	"materials" text NOT NULL,
	"tips" text NOT NULL,
	"images" text[] DEFAULT '{}' NOT NULL,
	"steps" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"status" integer DEFAULT 0 NOT NULL,
	"mark" text DEFAULT '' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"last_decision" integer DEFAULT 0 NOT NULL,
	"held_until" timestamp with time zone,
	"request_id" text,
	"added_at" timestamp with time zone NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "works_request" UNIQUE("user_id","request_id"),
	CONSTRAINT "works_status" CHECK ("works"."status" in (-1, 0, 1))
);
--> statement-breakpoint
CREATE TABLE "draw_audit" (
	"id" serial PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"request_id" text NOT NULL,
	"roll" integer NOT NULL,
	"total_weight" integer NOT NULL,
	"weights_version" integer NOT NULL,
	"hit_level" integer NOT NULL,
	"given_level" integer NOT NULL,
	"stock_left" integer,
	"real_at" timestamp with time zone NOT NULL,
	"business_at" timestamp with time zone NOT NULL,
	CONSTRAINT "draw_audit_once" UNIQUE("user_id","request_id")
);
--> statement-breakpoint
CREATE TABLE "draw_chances" (
	"user_id" text PRIMARY KEY NOT NULL,
	"remaining" integer NOT NULL,
	CONSTRAINT "draw_chances_remaining" CHECK ("draw_chances"."remaining" >= 0)
);
--> statement-breakpoint
CREATE TABLE "draw_weights" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"version" integer NOT NULL,
	CONSTRAINT "draw_weights_single" CHECK ("draw_weights"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "draws" (
	"user_id" text NOT NULL,
	"request_id" text NOT NULL,
	"level" integer,
	"prize_id" text,
	"surplus" integer NOT NULL,
	"drawn_at" timestamp with time zone NOT NULL,
	CONSTRAINT "draws_user_id_request_id_pk" PRIMARY KEY("user_id","request_id"),
	CONSTRAINT "draws_prize_id_unique" UNIQUE("prize_id")
);
--> statement-breakpoint
CREATE TABLE "reports" (
	"fridge_id" text PRIMARY KEY NOT NULL,
	"fields" jsonb NOT NULL,
	"imported_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_links" (
	"key_hash" text PRIMARY KEY NOT NULL,
	"operator" text DEFAULT '' NOT NULL,
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
CREATE TABLE "nonces" (
	"nonce" text PRIMARY KEY NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "business_clock" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"offset_ms" bigint NOT NULL,
	"started_at" timestamp with time zone DEFAULT now() NOT NULL,
	"demonstration" boolean,
	CONSTRAINT "business_clock_single" CHECK ("business_clock"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "config_versions" (
	"name" text NOT NULL,
	"serial" integer NOT NULL,
	"document" text NOT NULL,
	"event" integer NOT NULL,
	CONSTRAINT "config_versions_name_serial_pk" PRIMARY KEY("name","serial")
);
--> statement-breakpoint
CREATE TABLE "events" (
	"id" serial PRIMARY KEY NOT NULL,
	"at" timestamp with time zone NOT NULL,
	"business_at" timestamp with time zone NOT NULL,
	"by" text NOT NULL,
	"way" text NOT NULL,
	"command" text NOT NULL,
	"about" text[] DEFAULT '{}' NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"changes" json DEFAULT '[]'::json NOT NULL,
	"document" text,
	"undoes" integer
);
--> statement-breakpoint
CREATE TABLE "accounts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"phone" text,
	"nick_name" text DEFAULT '' NOT NULL,
	"head_img_url" text DEFAULT '' NOT NULL,
	"grid" text DEFAULT '' NOT NULL,
	"supply" text DEFAULT '' NOT NULL,
	"real_name_verified" boolean DEFAULT false NOT NULL,
	"blocked_by" integer,
	CONSTRAINT "accounts_phone_unique" UNIQUE("phone")
);
--> statement-breakpoint
CREATE TABLE "device_configs" (
	"sn" text PRIMARY KEY NOT NULL,
	"high_brand" integer NOT NULL,
	"dev_type" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "fridges" (
	"fridge_id" text PRIMARY KEY NOT NULL,
	"home_id" text NOT NULL,
	"sn8" text NOT NULL,
	"spec" text DEFAULT '' NOT NULL,
	"name" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "homes" (
	"home_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "household_lines" (
	"kind" text NOT NULL,
	"id" text NOT NULL,
	"line" integer NOT NULL,
	"fields" jsonb NOT NULL,
	CONSTRAINT "household_lines_kind_id_line_pk" PRIMARY KEY("kind","id","line")
);
--> statement-breakpoint
CREATE TABLE "later_changes" (
	"id" serial PRIMARY KEY NOT NULL,
	"due_at" timestamp with time zone NOT NULL,
	"command" text NOT NULL,
	"fields" jsonb NOT NULL,
	"by" text NOT NULL,
	"why" text NOT NULL,
	"role" text NOT NULL,
	"expected" integer,
	"confirmed" boolean NOT NULL,
	"state" text DEFAULT 'pending' NOT NULL,
	"taken_at" timestamp with time zone,
	"outcome" text DEFAULT '' NOT NULL
);
--> statement-breakpoint
CREATE TABLE "code_imports" (
	"id" serial PRIMARY KEY NOT NULL,
	"level" integer NOT NULL,
	"source" text NOT NULL,
	"imported" integer DEFAULT 0 NOT NULL,
	"real_at" timestamp with time zone NOT NULL,
	"business_at" timestamp with time zone NOT NULL,
	"taken_back_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "draw_outcomes" (
	"level" integer PRIMARY KEY NOT NULL,
	"weight" integer NOT NULL,
	"stock" integer,
	"issued" integer DEFAULT 0 NOT NULL,
	"is_virtual" boolean DEFAULT false NOT NULL,
	CONSTRAINT "draw_outcomes_level" CHECK ("draw_outcomes"."level" between 0 and 6),
	CONSTRAINT "draw_outcomes_weight" CHECK ("draw_outcomes"."weight" >= 0),
	CONSTRAINT "draw_outcomes_stock" CHECK ("draw_outcomes"."issued" >= 0 and ("draw_outcomes"."stock" is null or "draw_outcomes"."issued" <= "draw_outcomes"."stock"))
);
--> statement-breakpoint
CREATE TABLE "draw_prizes" (
	"id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"level" integer NOT NULL,
	"is_virtual" boolean NOT NULL,
	"won_at" timestamp with time zone NOT NULL,
	"deadline" timestamp with time zone NOT NULL,
	"recipient_name" text,
	"recipient_phone" text,
	"recipient_address" text,
	"shipped_at" timestamp with time zone,
	"carrier" text,
	"tracking_number" text,
	"shipped_by" text,
	"revoked_at" timestamp with time zone,
	"replaced_by" text,
	CONSTRAINT "draw_prizes_shipped" CHECK (("draw_prizes"."shipped_at" is null) = ("draw_prizes"."tracking_number" is null))
);
--> statement-breakpoint
CREATE TABLE "prize_codes" (
	"id" serial PRIMARY KEY NOT NULL,
	"level" integer NOT NULL,
	"code" text NOT NULL,
	"pwd" text NOT NULL,
	"prize_id" text,
	"import_id" integer,
	CONSTRAINT "prize_codes_code_unique" UNIQUE("code"),
	CONSTRAINT "prize_codes_prize_id_unique" UNIQUE("prize_id")
);
--> statement-breakpoint
CREATE TABLE "previews" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"team" text NOT NULL,
	"key_id" text DEFAULT '' NOT NULL,
	"link_hash" text,
	"visit_hash" text,
	"name" text NOT NULL,
	"base_url" text NOT NULL,
	"description" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "releases" (
	"name" text NOT NULL,
	"version" text NOT NULL,
	"base_url" text NOT NULL,
	"description" jsonb NOT NULL,
	"removed_at" timestamp with time zone,
	"event" integer NOT NULL,
	CONSTRAINT "releases_name_version_pk" PRIMARY KEY("name","version")
);
--> statement-breakpoint
CREATE TABLE "served_files" (
	"path" text NOT NULL,
	"remote" text NOT NULL,
	"version" text NOT NULL,
	"encoding" text NOT NULL,
	"hash" text NOT NULL,
	CONSTRAINT "served_files_path_version_encoding_pk" PRIMARY KEY("path","version","encoding")
);
--> statement-breakpoint
CREATE TABLE "shell_texts" (
	"integrity" text PRIMARY KEY NOT NULL,
	"content" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "stored_files" (
	"hash" text PRIMARY KEY NOT NULL,
	"bytes" bigint NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "revoked_team_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"changed_by" text NOT NULL,
	"why" text DEFAULT '' NOT NULL,
	"way" text NOT NULL,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "team_requests" (
	"id" text PRIMARY KEY NOT NULL,
	"used_at" timestamp with time zone NOT NULL,
	"done" json
);
--> statement-breakpoint
CREATE TABLE "identity_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "release_views" (
	"page" text NOT NULL,
	"remote" text NOT NULL,
	"version" text NOT NULL,
	"visitor" text,
	"network" text,
	"opened" boolean DEFAULT false NOT NULL,
	"failed_phase" text,
	"failed_reason" text,
	"failed_as" jsonb,
	"load" integer,
	"lcp" integer,
	"inp" integer,
	"cls" double precision,
	"first_at" timestamp with time zone NOT NULL,
	CONSTRAINT "release_views_page_remote_version_pk" PRIMARY KEY("page","remote","version")
);
--> statement-breakpoint
CREATE TABLE "page_id_key" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "page_id_key_single" CHECK ("page_id_key"."id" = 1)
);
--> statement-breakpoint
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
	"page_id" text,
	"phases" jsonb,
	"vitals" jsonb,
	"at" timestamp with time zone NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "tracked_events_id_unique" UNIQUE("id")
);
--> statement-breakpoint
ALTER TABLE "activity_records" ADD CONSTRAINT "activity_records_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_audit" ADD CONSTRAINT "grant_audit_grant_id_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."grants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_days" ADD CONSTRAINT "grant_days_pool_grant_pools_name_fk" FOREIGN KEY ("pool") REFERENCES "public"."grant_pools"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_pool_grant_pools_name_fk" FOREIGN KEY ("pool") REFERENCES "public"."grant_pools"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_progress" ADD CONSTRAINT "quiz_progress_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_days" ADD CONSTRAINT "upload_days_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_claims" ADD CONSTRAINT "work_claims_work_id_works_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."works"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_pictures" ADD CONSTRAINT "work_pictures_work_id_works_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."works"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_pictures" ADD CONSTRAINT "work_pictures_picture_pictures_name_fk" FOREIGN KEY ("picture") REFERENCES "public"."pictures"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_prizes" ADD CONSTRAINT "work_prizes_work_id_works_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."works"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "works" ADD CONSTRAINT "works_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draw_audit" ADD CONSTRAINT "draw_audit_user_id_request_id_draws_user_id_request_id_fk" FOREIGN KEY ("user_id","request_id") REFERENCES "public"."draws"("user_id","request_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draw_chances" ADD CONSTRAINT "draw_chances_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draws" ADD CONSTRAINT "draws_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "config_versions" ADD CONSTRAINT "config_versions_event_events_id_fk" FOREIGN KEY ("event") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fridges" ADD CONSTRAINT "fridges_home_id_homes_home_id_fk" FOREIGN KEY ("home_id") REFERENCES "public"."homes"("home_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "homes" ADD CONSTRAINT "homes_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "code_imports" ADD CONSTRAINT "code_imports_level_draw_outcomes_level_fk" FOREIGN KEY ("level") REFERENCES "public"."draw_outcomes"("level") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draw_prizes" ADD CONSTRAINT "draw_prizes_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draw_prizes" ADD CONSTRAINT "draw_prizes_level_draw_outcomes_level_fk" FOREIGN KEY ("level") REFERENCES "public"."draw_outcomes"("level") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prize_codes" ADD CONSTRAINT "prize_codes_level_draw_outcomes_level_fk" FOREIGN KEY ("level") REFERENCES "public"."draw_outcomes"("level") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prize_codes" ADD CONSTRAINT "prize_codes_prize_id_draw_prizes_id_fk" FOREIGN KEY ("prize_id") REFERENCES "public"."draw_prizes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prize_codes" ADD CONSTRAINT "prize_codes_import_id_code_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."code_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "releases" ADD CONSTRAINT "releases_event_events_id_fk" FOREIGN KEY ("event") REFERENCES "public"."events"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "served_files" ADD CONSTRAINT "served_files_hash_stored_files_hash_fk" FOREIGN KEY ("hash") REFERENCES "public"."stored_files"("hash") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "grant_audit_position" ON "grant_audit" USING btree ("pool","pool_issued");--> statement-breakpoint
CREATE INDEX "grant_audit_at" ON "grant_audit" USING brin ("business_at");--> statement-breakpoint
CREATE INDEX "pictures_user" ON "pictures" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pictures_due" ON "pictures" USING btree ("due_at") WHERE "pictures"."due_at" is not null;--> statement-breakpoint
CREATE INDEX "work_pictures_picture" ON "work_pictures" USING btree ("picture");--> statement-breakpoint
CREATE INDEX "work_prizes_work" ON "work_prizes" USING btree ("work_id");--> statement-breakpoint
CREATE INDEX "works_user" ON "works" USING btree ("user_id","added_at");--> statement-breakpoint
CREATE INDEX "works_queue" ON "works" USING btree ("status","submitted_at");--> statement-breakpoint
CREATE INDEX "works_submitted" ON "works" USING btree ("submitted_at","id");--> statement-breakpoint
CREATE INDEX "works_decided" ON "works" USING btree ("last_decision","id") WHERE "works"."status" <> 0;--> statement-breakpoint
CREATE INDEX "draw_audit_at" ON "draw_audit" USING brin ("business_at");--> statement-breakpoint
CREATE INDEX "operator_sessions_expires" ON "operator_sessions" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "nonces_used_at" ON "nonces" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "events_at" ON "events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "events_about" ON "events" USING gin ("about");--> statement-breakpoint
CREATE UNIQUE INDEX "events_undoes" ON "events" USING btree ("undoes");--> statement-breakpoint
CREATE INDEX "events_promotions" ON "events" USING btree ("id") WHERE "events"."changes" -> 0 ->> 'path' = 'promoted';--> statement-breakpoint
CREATE INDEX "fridges_home" ON "fridges" USING btree ("home_id");--> statement-breakpoint
CREATE INDEX "homes_user" ON "homes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "later_changes_due" ON "later_changes" USING btree ("due_at","id") WHERE "later_changes"."state" = 'pending';--> statement-breakpoint
CREATE INDEX "draw_prizes_user" ON "draw_prizes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "draw_prizes_won" ON "draw_prizes" USING btree ("won_at","id");--> statement-breakpoint
CREATE INDEX "draw_prizes_physical" ON "draw_prizes" USING btree ("won_at","id") WHERE not "draw_prizes"."is_virtual";--> statement-breakpoint
CREATE INDEX "prize_codes_free" ON "prize_codes" USING btree ("level","id") WHERE "prize_codes"."prize_id" is null;--> statement-breakpoint
CREATE INDEX "prize_codes_import" ON "prize_codes" USING btree ("import_id");--> statement-breakpoint
CREATE INDEX "served_files_release" ON "served_files" USING btree ("remote","version");--> statement-breakpoint
CREATE INDEX "served_files_hash" ON "served_files" USING btree ("hash");--> statement-breakpoint
CREATE INDEX "team_requests_used" ON "team_requests" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "release_views_release" ON "release_views" USING btree ("remote","version","first_at");--> statement-breakpoint
CREATE INDEX "release_views_first" ON "release_views" USING btree ("first_at");--> statement-breakpoint
CREATE INDEX "tracked_events_received" ON "tracked_events" USING btree ("received_at");--> statement-breakpoint
CREATE INDEX "tracked_events_page" ON "tracked_events" USING btree ("page_id","event") WHERE "tracked_events"."page_id" is not null;