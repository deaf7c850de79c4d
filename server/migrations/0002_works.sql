CREATE TABLE "pictures" (
	"name" text PRIMARY KEY NOT NULL,
	"user_id" text NOT NULL,
	"bytes" integer DEFAULT 0 NOT NULL,
	"width" integer DEFAULT 0 NOT NULL,
	"height" integer DEFAULT 0 NOT NULL,
	"released_at" timestamp with time zone NOT NULL,
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
CREATE TABLE "work_decisions" (
	"id" serial PRIMARY KEY NOT NULL,
	"work_id" text NOT NULL,
	"user_id" text NOT NULL,
	"cook_name" text NOT NULL,
	"revision" integer NOT NULL,
	"decision" text NOT NULL,
	"reason" text DEFAULT '' NOT NULL,
	"decided_by" text NOT NULL,
	"real_at" timestamp with time zone NOT NULL,
	"business_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "work_images" (
	"work_id" text NOT NULL,
	"position" integer NOT NULL,
	"picture" text NOT NULL,
	CONSTRAINT "work_images_work_id_position_pk" PRIMARY KEY("work_id","position")
);
--> statement-breakpoint
CREATE TABLE "work_prizes" (
	"id" serial PRIMARY KEY NOT NULL,
	"work_id" text NOT NULL,
	CONSTRAINT "work_prizes_work_id_unique" UNIQUE("work_id")
);
--> statement-breakpoint
CREATE TABLE "work_steps" (
	"work_id" text NOT NULL,
	"position" integer NOT NULL,
	"picture" text,
	"step_desc" text NOT NULL,
	CONSTRAINT "work_steps_work_id_position_pk" PRIMARY KEY("work_id","position")
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
	"status" integer DEFAULT 0 NOT NULL,
	"mark" text DEFAULT '' NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"request_id" text,
	"added_at" timestamp with time zone NOT NULL,
	"submitted_at" timestamp with time zone NOT NULL,
	CONSTRAINT "works_request" UNIQUE("user_id","request_id"),
	CONSTRAINT "works_status" CHECK ("works"."status" in (-1, 0, 1))
);
--> statement-breakpoint
ALTER TABLE "pictures" ADD CONSTRAINT "pictures_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "upload_days" ADD CONSTRAINT "upload_days_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_images" ADD CONSTRAINT "work_images_work_id_works_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."works"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_images" ADD CONSTRAINT "work_images_picture_pictures_name_fk" FOREIGN KEY ("picture") REFERENCES "public"."pictures"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_prizes" ADD CONSTRAINT "work_prizes_work_id_works_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."works"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_steps" ADD CONSTRAINT "work_steps_work_id_works_id_fk" FOREIGN KEY ("work_id") REFERENCES "public"."works"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "work_steps" ADD CONSTRAINT "work_steps_picture_pictures_name_fk" FOREIGN KEY ("picture") REFERENCES "public"."pictures"("name") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "works" ADD CONSTRAINT "works_user_id_accounts_user_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."accounts"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "pictures_user" ON "pictures" USING btree ("user_id");--> statement-breakpoint
CREATE INDEX "pictures_released" ON "pictures" USING btree ("released_at");--> statement-breakpoint
CREATE INDEX "work_decisions_work" ON "work_decisions" USING btree ("work_id");--> statement-breakpoint
CREATE INDEX "work_images_picture" ON "work_images" USING btree ("picture");--> statement-breakpoint
CREATE INDEX "work_steps_picture" ON "work_steps" USING btree ("picture");--> statement-breakpoint
CREATE INDEX "works_user" ON "works" USING btree ("user_id","added_at");--> statement-breakpoint
CREATE INDEX "works_queue" ON "works" USING btree ("status","submitted_at");