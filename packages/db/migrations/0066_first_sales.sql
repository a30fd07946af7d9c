ALTER TABLE "sales_day" ADD COLUMN "is_first" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "sales_day" DROP CONSTRAINT "sales_day_pk";
--> statement-breakpoint
ALTER TABLE "sales_day" ADD CONSTRAINT "sales_day_pk" PRIMARY KEY("shop_id","basis","day","payment_method_id","adcd","cycle","customer_rank_id","is_first");--> statement-breakpoint
-- By hand: days that were summed up without it are summed up again, and until then counted from their facts.
INSERT INTO "sales_due" ("shop_id", "day") SELECT DISTINCT "shop_id", "day" FROM "sales_day";
