ALTER TABLE "shop_payment" ADD COLUMN "provider_name" text;--> statement-breakpoint
-- They were kept but not shown while no provider stood behind them; now a provider that is not configured hides them.
update shop_payment set visible = true, provider_name = 'GMOペイメントサービス株式会社' where payment_method_id = 3;--> statement-breakpoint
update shop_payment set visible = true, provider_name = '株式会社ネットプロテクションズ' where payment_method_id = 4;
