ALTER TABLE "inquiry" ADD COLUMN "line_id" text;--> statement-breakpoint
ALTER TABLE "one_time_token" DROP CONSTRAINT "one_time_token_purpose";--> statement-breakpoint
ALTER TABLE "one_time_token" ADD CONSTRAINT "one_time_token_purpose" CHECK (purpose IN ('reset_password', 'change_email', 'link_line'));--> statement-breakpoint
ALTER TABLE "one_time_token" ADD CONSTRAINT "one_time_token_line_id" CHECK ((purpose = 'link_line') = (line_id IS NOT NULL));--> statement-breakpoint
ALTER TABLE "line_friend" ADD CONSTRAINT "line_friend_status" CHECK (friend_status_id BETWEEN 1 AND 4);
