CREATE TABLE "former_name" (
	"shop_id" bigint NOT NULL,
	"subject" text NOT NULL,
	"subject_id" bigint NOT NULL,
	"name" text NOT NULL,
	"until" timestamp with time zone NOT NULL,
	CONSTRAINT "former_name_shop_id_subject_subject_id_until_pk" PRIMARY KEY("shop_id","subject","subject_id","until"),
	CONSTRAINT "former_name_subject" CHECK (subject IN ('delivery', 'shop_payment', 'customer_rank'))
);
--> statement-breakpoint
ALTER TABLE "master_data" ADD COLUMN "details" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "shop" ADD COLUMN "cancel_detail_flag" boolean DEFAULT true NOT NULL;--> statement-breakpoint
ALTER TABLE "former_name" ADD CONSTRAINT "former_name_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
UPDATE "master_data" m SET "details" = d.details FROM (VALUES
  ('使い切れずに余っている', ARRAY['1本を使い切るのに時間がかかる', '家にまだ残っている', '使う回数が減った']),
  ('使い心地が髪や地肌に合わなかった', ARRAY['べたつきが気になった', '地肌に合わなかった', '思ったほどの変化がなかった']),
  ('香りが好みと違った', ARRAY['香りが強かった', '別の香りがよかった']),
  ('価格や送料が負担に感じる', ARRAY['商品の価格が負担になった', '送料が負担になった', '2回目からの価格が負担になった']),
  ('お届けの間隔や日程が合わない', ARRAY['間隔が短い', '受け取れる日が合わない', '必要なときだけ買いたい']),
  ('別の商品を使うことにした', ARRAY['ほかのお店の商品に替える', 'このお店の別の商品を1回ずつ買う']),
  ('体調や生活の変化', ARRAY['引っ越しや長い不在', '体調の変化', '髪型や手入れを変えた']),
  ('その他', ARRAY['一度やめて考えたい', '家族の事情'])
) AS d(label, details) WHERE m.name = 'cancel_reason' AND m.label = d.label;
