CREATE TABLE "host_builds" (
	"id" text PRIMARY KEY NOT NULL,
	"served_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "host_files" (
	"build" text NOT NULL,
	"file" text NOT NULL,
	"encoding" text NOT NULL,
	"integrity" text NOT NULL,
	"content" "bytea" NOT NULL,
	CONSTRAINT "host_files_build_file_encoding_pk" PRIMARY KEY("build","file","encoding")
);
--> statement-breakpoint
ALTER TABLE "host_files" ADD CONSTRAINT "host_files_build_host_builds_id_fk" FOREIGN KEY ("build") REFERENCES "public"."host_builds"("id") ON DELETE cascade ON UPDATE no action;