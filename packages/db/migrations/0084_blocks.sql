ALTER TABLE "home_block" ALTER COLUMN "title" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "home_block" ALTER COLUMN "text" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "home_block" ALTER COLUMN "image_alt" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "home_block" ALTER COLUMN "link_to" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "home_block" ALTER COLUMN "link_label" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "home_block" ALTER COLUMN "category" SET DEFAULT '';--> statement-breakpoint
ALTER TABLE "home_block" ADD COLUMN "content" jsonb;--> statement-breakpoint
UPDATE "home_block" SET "content" = jsonb_build_object('kind', "kind", 'title', "title", 'text', "text", 'link_to', "link_to", 'link_label', "link_label")
  || CASE WHEN "kind" = 'goods' THEN jsonb_build_object('category', "category") ELSE '{}' END
  || CASE WHEN "kind" IN ('hero', 'story', 'offer', 'news', 'line') THEN jsonb_build_object('image_path', "image_path", 'image_alt', "image_alt") ELSE '{}' END;
