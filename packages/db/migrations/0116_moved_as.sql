-- The column is new and empty, so no row need be read for its rules.
ALTER TABLE "customer" ADD COLUMN "moved_as" text;--> statement-breakpoint
ALTER TABLE "move_in" ADD COLUMN "with_guests" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "move_in" ADD COLUMN "with_departed" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_moved_as" CHECK (moved_as IN ('guest', 'departed')) NOT VALID;--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_moved_withdrawn" CHECK (moved_as IS NULL OR withdrawn_at IS NOT NULL) NOT VALID;