-- A number belongs to the system that gave it. The index is built before the key is exchanged, so that reading goes on.
ALTER TABLE "move_in" ADD COLUMN "former_system" text;--> statement-breakpoint
ALTER TABLE "moved_row" ADD COLUMN "former_system" text DEFAULT '前のシステム' NOT NULL;--> statement-breakpoint
ALTER TABLE "moved_row" ADD COLUMN "version" integer;--> statement-breakpoint
CREATE UNIQUE INDEX "moved_row_by_system" ON "moved_row" ("shop_id","former_system","kind","foreign_no");--> statement-breakpoint
ALTER TABLE "moved_row" DROP CONSTRAINT "moved_row_shop_id_kind_foreign_no_pk",
  ADD CONSTRAINT "moved_row_shop_id_former_system_kind_foreign_no_pk" PRIMARY KEY USING INDEX "moved_row_by_system";
