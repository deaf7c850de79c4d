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
ALTER TABLE "prize_codes" ADD COLUMN "import_id" integer;--> statement-breakpoint
ALTER TABLE "code_imports" ADD CONSTRAINT "code_imports_level_draw_outcomes_level_fk" FOREIGN KEY ("level") REFERENCES "public"."draw_outcomes"("level") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "prize_codes" ADD CONSTRAINT "prize_codes_import_id_code_imports_id_fk" FOREIGN KEY ("import_id") REFERENCES "public"."code_imports"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "prize_codes_import" ON "prize_codes" USING btree ("import_id");