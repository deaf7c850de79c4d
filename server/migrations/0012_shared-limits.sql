CREATE TABLE "user_counts" (
	"process" text NOT NULL,
	"user_id" text NOT NULL,
	"minute" integer NOT NULL,
	"calls" integer NOT NULL,
	"calls_under_way" integer NOT NULL,
	"uploads_under_way" integer NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "user_counts_user_id_minute_process_pk" PRIMARY KEY("user_id","minute","process")
);
--> statement-breakpoint
CREATE INDEX "user_counts_minute" ON "user_counts" USING btree ("minute");