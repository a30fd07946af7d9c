CREATE TABLE "promotion_member" (
	"shop_id" bigint NOT NULL,
	"promotion_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	CONSTRAINT "promotion_member_shop_id_promotion_id_customer_id_pk" PRIMARY KEY("shop_id","promotion_id","customer_id")
);
--> statement-breakpoint
ALTER TABLE "promotion" DROP CONSTRAINT "promotion_trigger";--> statement-breakpoint
ALTER TABLE "promotion" DROP CONSTRAINT "promotion_audience";--> statement-breakpoint
ALTER TABLE "promotion" ADD COLUMN "member_scope" text DEFAULT 'anybody' NOT NULL;--> statement-breakpoint
ALTER TABLE "promotion" ADD COLUMN "again_after_months" smallint;--> statement-breakpoint
ALTER TABLE "promotion_member" ADD CONSTRAINT "promotion_member_promotion_id_fk" FOREIGN KEY ("shop_id","promotion_id") REFERENCES "public"."promotion"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "promotion_member" ADD CONSTRAINT "promotion_member_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "promotion_member_shop_id_customer_id_index" ON "promotion_member" USING btree ("shop_id","customer_id");--> statement-breakpoint
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_member_scope" CHECK (member_scope IN ('anybody', 'listed', 'birthday_month'));--> statement-breakpoint
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_again" CHECK ((audience = 'again') = (again_after_months IS NOT NULL) AND again_after_months BETWEEN 1 AND 36);--> statement-breakpoint
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_trigger" CHECK (trigger IN ('automatic', 'code', 'link'));--> statement-breakpoint
ALTER TABLE "promotion" ADD CONSTRAINT "promotion_audience" CHECK (audience IN ('everybody', 'once', 'once_address', 'again', 'new'));