CREATE TABLE "identity_keys" (
	"key_id" text PRIMARY KEY NOT NULL,
	"public_jwk" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "previews" (
	"id_hash" text PRIMARY KEY NOT NULL,
	"team" text NOT NULL,
	"name" text NOT NULL,
	"base_url" text NOT NULL,
	"description" jsonb NOT NULL,
	"expires_at" timestamp with time zone NOT NULL
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
	"used_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "uploaded_releases" (
	"name" text NOT NULL,
	"version" text NOT NULL,
	"files" jsonb NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	"removed_at" timestamp with time zone,
	CONSTRAINT "uploaded_releases_name_version_pk" PRIMARY KEY("name","version")
);
--> statement-breakpoint
CREATE INDEX "team_requests_used" ON "team_requests" USING btree ("used_at");