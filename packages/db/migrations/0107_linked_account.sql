CREATE TABLE "linked_account" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "linked_account_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"payment_method_id" smallint NOT NULL,
	"state" text NOT NULL,
	"user_authorization_id" text,
	"nonce" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"revoke_at" timestamp with time zone,
	CONSTRAINT "linked_account_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "linked_account_state" CHECK (state IN ('active', 'ending', 'ended')),
	CONSTRAINT "linked_account_active_number" CHECK (state <> 'active' OR user_authorization_id IS NOT NULL),
	CONSTRAINT "linked_account_method" CHECK (payment_method_id IN (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11))
);
--> statement-breakpoint
ALTER TABLE "shop_payment" ADD COLUMN "for_subscriptions" boolean;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "captured_on_charge" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "payment" ADD COLUMN "refund_due_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "linked_account" ADD CONSTRAINT "linked_account_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "linked_account_shop_id_nonce_index" ON "linked_account" USING btree ("shop_id","nonce");--> statement-breakpoint
CREATE INDEX "linked_account_customer_id_index" ON "linked_account" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "linked_account_active" ON "linked_account" USING btree ("shop_id","customer_id","payment_method_id") WHERE state = 'active';--> statement-breakpoint
CREATE INDEX "linked_account_ending" ON "linked_account" USING btree ("shop_id","id") WHERE state = 'ending';--> statement-breakpoint
CREATE INDEX "payment_refund_due" ON "payment" USING btree ("shop_id","refund_due_at") WHERE refund_due_at is not null;--> statement-breakpoint
UPDATE "shop_payment" SET "for_subscriptions" = false WHERE "payment_method_id" = 5;
