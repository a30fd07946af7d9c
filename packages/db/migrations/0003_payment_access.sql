CREATE INDEX "card_registration_access_id_index" ON "card_registration" USING btree ("access_id");--> statement-breakpoint
CREATE INDEX "payment_access_id_index" ON "payment" USING btree ("access_id");--> statement-breakpoint
CREATE INDEX "payment_card_wanted" ON "payment" USING btree ("id") WHERE save_card;