ALTER TABLE "experiment" DROP CONSTRAINT "experiment_subject";--> statement-breakpoint
ALTER TABLE "experiment" DROP CONSTRAINT "experiment_order_offer";--> statement-breakpoint
ALTER TABLE "experiment" ADD CONSTRAINT "experiment_subject" CHECK (subject IN ('cancel_offer', 'pace', 'landing_page', 'order_offer', 'form_offer'));--> statement-breakpoint
ALTER TABLE "experiment" ADD CONSTRAINT "experiment_order_offer" CHECK ((subject IN ('order_offer', 'form_offer')) = (order_offer_id IS NOT NULL));