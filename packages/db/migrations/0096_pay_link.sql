-- Every row obeys the narrower rule that goes, so the wider one need not read them again.
ALTER TABLE "billing_attempt" DROP CONSTRAINT "billing_attempt_resumed_by";--> statement-breakpoint
ALTER TABLE "billing_attempt" ADD CONSTRAINT "billing_attempt_resumed_by" CHECK (resumed_by IN ('retry', 'second_way', 'link', 'act')) NOT VALID;
