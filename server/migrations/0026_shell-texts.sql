CREATE TABLE "shell_texts" (
	"integrity" text PRIMARY KEY NOT NULL,
	"content" text NOT NULL
);
