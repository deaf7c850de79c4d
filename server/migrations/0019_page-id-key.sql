CREATE TABLE "page_id_key" (
	"id" integer PRIMARY KEY DEFAULT 1 NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "page_id_key_single" CHECK ("page_id_key"."id" = 1)
);
