CREATE TABLE "accounts" (
	"user_id" text PRIMARY KEY NOT NULL,
	"phone" text NOT NULL,
	"nick_name" text DEFAULT '' NOT NULL,
	"head_img_url" text DEFAULT '' NOT NULL,
	"grid" text DEFAULT '' NOT NULL,
	"supply" text DEFAULT '' NOT NULL,
	"real_name_verified" boolean DEFAULT false NOT NULL,
	CONSTRAINT "accounts_phone_unique" UNIQUE("phone")
);
--> statement-breakpoint
CREATE TABLE "activity_records" (
	"user_id" text NOT NULL,
	"kind" text NOT NULL,
	"day" date NOT NULL,
	"times" integer DEFAULT 1 NOT NULL,
	"first_at" timestamp with time zone NOT NULL,
	CONSTRAINT "activity_records_user_id_kind_day_pk" PRIMARY KEY("user_id","kind","day")
);
--> statement-breakpoint
CREATE TABLE "business_clock" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"offset_ms" bigint NOT NULL,
	CONSTRAINT "business_clock_single" CHECK ("business_clock"."id" = 1)
);
--> statement-breakpoint
CREATE TABLE "device_configs" (
	"sn" text PRIMARY KEY NOT NULL,
	"high_brand" integer NOT NULL,
	"dev_type" text NOT NULL
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
	"recipient_address" text
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
CREATE TABLE "fridges" (
	"fridge_id" text PRIMARY KEY NOT NULL,
	"home_id" text NOT NULL,
	"sn8" text NOT NULL,
	"spec" text DEFAULT '' NOT NULL,
	"name" text DEFAULT '' NOT NULL
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
	CONSTRAINT "grants_exchange_code_unique" UNIQUE("exchange_code"),
	CONSTRAINT "grants_once" UNIQUE("user_id","kind")
);
--> statement-breakpoint
CREATE TABLE "homes" (
	"home_id" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "nonces" (
	"nonce" text PRIMARY KEY NOT NULL,
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "prize_codes" (
	"id" serial PRIMARY KEY NOT NULL,
	"level" integer NOT NULL,
	"code" text NOT NULL,
	"pwd" text NOT NULL,
	"prize_id" text,
	CONSTRAINT "prize_codes_code_unique" UNIQUE("code"),
	CONSTRAINT "prize_codes_prize_id_unique" UNIQUE("prize_id")
);
--> statement-breakpoint
CREATE TABLE "quiz_progress" (
	"user_id" text PRIMARY KEY NOT NULL,
	"question_id" text NOT NULL,
	"wrong_answers" integer DEFAULT 0 NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "quiz_progress_wrong" CHECK ("quiz_progress"."wrong_answers" >= 0)
);
--> statement-breakpoint
ALTER TABLE "activity_records" ADD CONSTRAINT "activity_records_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draw_audit" ADD CONSTRAINT "draw_audit_user_id_request_id_draws_user_id_request_id_fk" FOREIGN KEY ("user_id","request_id") REFERENCES "public"."draws"("user_id","request_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draw_chances" ADD CONSTRAINT "draw_chances_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draw_prizes" ADD CONSTRAINT "draw_prizes_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draw_prizes" ADD CONSTRAINT "draw_prizes_level_draw_outcomes_level_fk" FOREIGN KEY ("level") REFERENCES "public"."draw_outcomes"("level") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "draws" ADD CONSTRAINT "draws_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "fridges" ADD CONSTRAINT "fridges_home_id_homes_home_id_fk" FOREIGN KEY ("home_id") REFERENCES "public"."homes"("home_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_audit" ADD CONSTRAINT "grant_audit_grant_id_grants_id_fk" FOREIGN KEY ("grant_id") REFERENCES "public"."grants"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grant_days" ADD CONSTRAINT "grant_days_pool_grant_pools_name_fk" FOREIGN KEY ("pool") REFERENCES "public"."grant_pools"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "grants" ADD CONSTRAINT "grants_pool_grant_pools_name_fk" FOREIGN KEY ("pool") REFERENCES "public"."grant_pools"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "homes" ADD CONSTRAINT "homes_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prize_codes" ADD CONSTRAINT "prize_codes_level_draw_outcomes_level_fk" FOREIGN KEY ("level") REFERENCES "public"."draw_outcomes"("level") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prize_codes" ADD CONSTRAINT "prize_codes_prize_id_draw_prizes_id_fk" FOREIGN KEY ("prize_id") REFERENCES "public"."draw_prizes"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "quiz_progress" ADD CONSTRAINT "quiz_progress_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "draw_prizes_user" ON "draw_prizes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "fridges_home" ON "fridges" USING btree ("home_id");--> statement-breakpoint
CREATE UNIQUE INDEX "grant_audit_position" ON "grant_audit" USING btree ("pool","pool_issued");--> statement-breakpoint
CREATE INDEX "homes_user" ON "homes" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "nonces_used_at" ON "nonces" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "prize_codes_free" ON "prize_codes" USING btree ("level","id") WHERE "prize_codes"."prize_id" is null;