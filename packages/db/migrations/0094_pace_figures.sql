CREATE TABLE "pace_prior" (
	"shop_id" bigint NOT NULL,
	"subscription_id" bigint NOT NULL,
	"product_sku_id" bigint NOT NULL,
	"answers" text[] NOT NULL,
	"days_percent" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pace_prior_shop_id_subscription_id_product_sku_id_pk" PRIMARY KEY("shop_id","subscription_id","product_sku_id"),
	CONSTRAINT "pace_prior_days_percent" CHECK (days_percent > 0)
);
--> statement-breakpoint
ALTER TABLE "experiment" ALTER COLUMN "promotion_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "experiment" ALTER COLUMN "terms" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "experiment" ADD COLUMN "subject" text DEFAULT 'cancel_offer' NOT NULL;--> statement-breakpoint
ALTER TABLE "pace_answer" ADD COLUMN "days" integer;--> statement-breakpoint
ALTER TABLE "pace_answer" ADD COLUMN "chosen_days" integer;--> statement-breakpoint
ALTER TABLE "pace_answer" ADD COLUMN "spare_days" integer;--> statement-breakpoint
ALTER TABLE "pace_prior" ADD CONSTRAINT "pace_prior_subscription_id_fk" FOREIGN KEY ("shop_id","subscription_id") REFERENCES "public"."subscription"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "pace_prior" ADD CONSTRAINT "pace_prior_product_sku_id_fk" FOREIGN KEY ("shop_id","product_sku_id") REFERENCES "public"."product_sku"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "experiment_running_pace" ON "experiment" USING btree ("shop_id") WHERE ended_at is null and subject = 'pace';--> statement-breakpoint
CREATE INDEX "pace_answer_shop_id_created_at_index" ON "pace_answer" USING btree ("shop_id","created_at");--> statement-breakpoint
CREATE INDEX "pace_offer_shop_id_shown_at_index" ON "pace_offer" USING btree ("shop_id","shown_at");--> statement-breakpoint
ALTER TABLE "experiment" ADD CONSTRAINT "experiment_subject" CHECK (subject IN ('cancel_offer', 'pace'));--> statement-breakpoint
ALTER TABLE "experiment" ADD CONSTRAINT "experiment_promotion" CHECK ((subject = 'cancel_offer') = (promotion_id IS NOT NULL) AND (promotion_id IS NULL) = (terms IS NULL));