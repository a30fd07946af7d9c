ALTER TABLE "move_in" DROP CONSTRAINT "move_in_state";--> statement-breakpoint
ALTER TABLE "move_in" ADD COLUMN "take_back" jsonb;--> statement-breakpoint
CREATE INDEX "point_entry_of_order" ON "point_entry" USING btree ("shop_id","order_id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "customer_fact_shop_id_first_order_id_index" ON "customer_fact" USING btree ("shop_id","first_order_id");--> statement-breakpoint
CREATE INDEX "settlement_line_order" ON "settlement_line" USING btree ("shop_id","order_id") WHERE order_id is not null;--> statement-breakpoint
ALTER TABLE "move_in" ADD CONSTRAINT "move_in_state" CHECK (state IN ('files', 'checking', 'checked', 'running', 'done', 'failed', 'checking_back', 'checked_back', 'taking_back', 'taken_back'));