CREATE TABLE "cart_item" (
	"cart_item_id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cart_item_cart_item_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"shop_id" integer NOT NULL,
	"customer_id" integer NOT NULL,
	"product_sku_id" integer NOT NULL,
	"subscription" smallint NOT NULL,
	"quantity" integer NOT NULL,
	"revision" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "cart_sync" (
	"customer_id" integer NOT NULL,
	"idempotency_key" text NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_sync_customer_id_idempotency_key_pk" PRIMARY KEY("customer_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "access_token" (
	"token_hash" "bytea" PRIMARY KEY NOT NULL,
	"shop_id" integer NOT NULL,
	"customer_id" integer NOT NULL,
	"provider" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "customer" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"shop_id" integer NOT NULL,
	"email" text NOT NULL,
	"password_hash" text,
	"name01" text NOT NULL,
	"name02" text NOT NULL,
	"kana01" text NOT NULL,
	"kana02" text NOT NULL,
	"postal_code01" text NOT NULL,
	"postal_code02" text NOT NULL,
	"pref_id" smallint NOT NULL,
	"addr01" text NOT NULL,
	"addr02" text NOT NULL,
	"addr03" text DEFAULT '' NOT NULL,
	"phone_number" text NOT NULL,
	"birthday" date,
	"sex" smallint,
	"account_type" boolean DEFAULT false NOT NULL,
	"company_name" text,
	"company_name_kana" text,
	"manager_name" text,
	"manager_name_kana" text,
	"where_did_you_know" integer,
	"customer_rank_id" integer,
	"rank_use_flag" boolean DEFAULT false NOT NULL,
	"line_id" text,
	"gmo_id" text,
	"mail_magazine_flag" boolean DEFAULT false NOT NULL,
	"mail_magazine_consented_at" timestamp with time zone,
	"idempotency_key" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_address" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "customer_address_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"shop_id" integer NOT NULL,
	"customer_id" integer NOT NULL,
	"name01" text NOT NULL,
	"name02" text NOT NULL,
	"kana01" text NOT NULL,
	"kana02" text NOT NULL,
	"postal_code01" text NOT NULL,
	"postal_code02" text NOT NULL,
	"pref_id" smallint NOT NULL,
	"addr01" text NOT NULL,
	"addr02" text NOT NULL,
	"addr03" text DEFAULT '' NOT NULL,
	"phone_number" text NOT NULL,
	"is_default" boolean DEFAULT false NOT NULL,
	"delivery_notes" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery" (
	"id" integer PRIMARY KEY NOT NULL,
	"shop_id" integer NOT NULL,
	"delivery_name" text NOT NULL,
	"flat_rate_delivery_fee" integer NOT NULL,
	"visible" boolean DEFAULT true NOT NULL,
	"mail_delivery_flag" boolean DEFAULT false NOT NULL,
	"sort_no" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "delivery_lead" (
	"delivery_id" integer NOT NULL,
	"pref_id" integer NOT NULL,
	"extra_days" integer NOT NULL,
	CONSTRAINT "delivery_lead_delivery_id_pref_id_pk" PRIMARY KEY("delivery_id","pref_id")
);
--> statement-breakpoint
CREATE TABLE "delivery_time" (
	"id" integer PRIMARY KEY NOT NULL,
	"delivery_id" integer NOT NULL,
	"delivery_time" text NOT NULL,
	"sort_no" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_payment" (
	"id" integer PRIMARY KEY NOT NULL,
	"shop_id" integer NOT NULL,
	"payment_method_id" integer,
	"payment_name" text NOT NULL,
	"description" text NOT NULL,
	"visible" boolean DEFAULT true NOT NULL,
	"max_amount" integer NOT NULL,
	"sort_no" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_payment_fee" (
	"shop_payment_id" integer NOT NULL,
	"from_amount" integer NOT NULL,
	"fee" integer NOT NULL,
	CONSTRAINT "shop_payment_fee_shop_payment_id_from_amount_pk" PRIMARY KEY("shop_payment_id","from_amount")
);
--> statement-breakpoint
CREATE TABLE "order_evidence" (
	"order_id" integer PRIMARY KEY NOT NULL,
	"request_digest" text NOT NULL,
	"terms_version" text NOT NULL,
	"shown_at" timestamp with time zone NOT NULL,
	"shown" jsonb NOT NULL,
	"user_agent" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_item" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "order_item_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"order_id" integer NOT NULL,
	"product_id" integer NOT NULL,
	"product_sku_id" integer NOT NULL,
	"product_code" text NOT NULL,
	"product_name" text NOT NULL,
	"sku_parent_item_name1" text,
	"set_item_name1" text,
	"sku_parent_item_name2" text,
	"set_item_name2" text,
	"product_image" text NOT NULL,
	"quantity" integer NOT NULL,
	"price" integer NOT NULL,
	"subtotal" integer NOT NULL,
	"discount_amount" integer NOT NULL,
	"tax_rate" integer NOT NULL,
	"lump_sum_payment_flag" boolean DEFAULT false NOT NULL,
	"lump_sum_payment_num" integer
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"shop_id" integer NOT NULL,
	"customer_id" integer NOT NULL,
	"order_no" text NOT NULL,
	"status" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"subscription_id" integer,
	"cycle" integer,
	"name01" text NOT NULL,
	"name02" text NOT NULL,
	"kana01" text NOT NULL,
	"kana02" text NOT NULL,
	"postal_code01" text NOT NULL,
	"postal_code02" text NOT NULL,
	"pref_id" smallint NOT NULL,
	"addr01" text NOT NULL,
	"addr02" text NOT NULL,
	"addr03" text DEFAULT '' NOT NULL,
	"phone_number" text NOT NULL,
	"delivery_notes" text DEFAULT '' NOT NULL,
	"delivery_id" integer NOT NULL,
	"delivery_time_id" integer,
	"delivery_date" date,
	"payment_method_id" smallint,
	"subtotal" integer NOT NULL,
	"discount_amount" integer NOT NULL,
	"delivery_fee" integer NOT NULL,
	"payment_fee" integer NOT NULL,
	"adjustment_amount" integer NOT NULL,
	"payment_total" integer NOT NULL,
	"tax_total" integer NOT NULL,
	"tax_lines" jsonb NOT NULL,
	"bundled_flag" boolean NOT NULL,
	"adcd" text,
	"abmtcd" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "card_registration" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "card_registration_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"shop_id" integer NOT NULL,
	"customer_id" integer NOT NULL,
	"state" text NOT NULL,
	"provider_order_id" text NOT NULL,
	"access_id" text,
	"access_pass" text,
	"redirect_url" text,
	"is_default" boolean DEFAULT false NOT NULL,
	"idempotency_key" text NOT NULL,
	"card_seq" integer,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"shop_id" integer NOT NULL,
	"order_id" integer NOT NULL,
	"payment_method_id" smallint,
	"state" text NOT NULL,
	"amount" integer NOT NULL,
	"provider_order_id" text NOT NULL,
	"access_id" text,
	"access_pass" text,
	"redirect_url" text,
	"card_seq" integer,
	"save_card" boolean DEFAULT false NOT NULL,
	"approve" text,
	"tran_id" text,
	"refusal" text,
	"error" text,
	"claimed_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_event" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payment_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"payment_id" integer NOT NULL,
	"event" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "category" (
	"id" integer PRIMARY KEY NOT NULL,
	"shop_id" integer NOT NULL,
	"category_name" text NOT NULL,
	"slug" text NOT NULL,
	"sort_no" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product" (
	"id" integer PRIMARY KEY NOT NULL,
	"shop_id" integer NOT NULL,
	"category_id" integer NOT NULL,
	"product_name" text NOT NULL,
	"product_name_kana" text NOT NULL,
	"slug" text NOT NULL,
	"sale_type" integer NOT NULL,
	"visible" boolean DEFAULT true NOT NULL,
	"catch_copy" text NOT NULL,
	"description" text NOT NULL,
	"how_to_use" jsonb NOT NULL,
	"ingredients" text NOT NULL,
	"lump_sum_payment_flag" boolean DEFAULT false NOT NULL,
	"lump_sum_payment_num" integer,
	"sort_no" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "product_image" (
	"product_id" integer NOT NULL,
	"sort_no" integer NOT NULL,
	"path" text NOT NULL,
	"alt" text NOT NULL,
	CONSTRAINT "product_image_product_id_sort_no_pk" PRIMARY KEY("product_id","sort_no")
);
--> statement-breakpoint
CREATE TABLE "product_sku" (
	"id" integer PRIMARY KEY NOT NULL,
	"product_id" integer NOT NULL,
	"product_code" text NOT NULL,
	"sku_parent_item_name1" text,
	"set_item_name1" text,
	"sku_parent_item_name2" text,
	"set_item_name2" text,
	"price" integer NOT NULL,
	"subscription_first_price" integer,
	"subscription_price" integer,
	"tax_rate" integer NOT NULL,
	"stock" integer NOT NULL,
	"sale_limit" integer NOT NULL,
	"light_flag" boolean DEFAULT false NOT NULL,
	"visible" boolean DEFAULT true NOT NULL,
	"revision" integer DEFAULT 1 NOT NULL,
	"sort_no" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "client" (
	"id" text PRIMARY KEY NOT NULL,
	"shop_id" integer NOT NULL,
	"client_key" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "customer_rank" (
	"id" integer PRIMARY KEY NOT NULL,
	"shop_id" integer NOT NULL,
	"rank_name" text NOT NULL,
	"discount_rate" integer DEFAULT 0 NOT NULL,
	"sort_no" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "master_data" (
	"name" text NOT NULL,
	"sort_no" integer NOT NULL,
	"id" integer,
	"label" text NOT NULL,
	CONSTRAINT "master_data_name_sort_no_pk" PRIMARY KEY("name","sort_no")
);
--> statement-breakpoint
CREATE TABLE "sandbox_setting" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop" (
	"id" integer PRIMARY KEY NOT NULL,
	"shop_name" text NOT NULL,
	"corporate_flag" boolean DEFAULT false NOT NULL,
	"ec_line_required_flag" boolean DEFAULT false NOT NULL,
	"line_channel_flag" boolean DEFAULT false NOT NULL,
	"delivery_free_amount" integer,
	"customer_rank_use_flag" boolean DEFAULT false NOT NULL,
	"customer_rank_operation_start_date" date,
	"customer_rank_operation_end_date" date,
	"menu_mypage_top_on" boolean DEFAULT true NOT NULL,
	"menu_subscription_on" boolean DEFAULT true NOT NULL,
	"menu_purchase_on" boolean DEFAULT true NOT NULL,
	"menu_customer_on" boolean DEFAULT true NOT NULL,
	"menu_shipping_on" boolean DEFAULT true NOT NULL,
	"menu_payment_on" boolean DEFAULT true NOT NULL,
	"registration_number" text NOT NULL,
	"company_name" text NOT NULL,
	"company_address" text NOT NULL,
	"phone_number" text NOT NULL,
	"email" text NOT NULL,
	"terms_version" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_content" (
	"shop_id" integer NOT NULL,
	"name" text NOT NULL,
	"layout_code" integer DEFAULT 0 NOT NULL,
	"title" text NOT NULL,
	"html" text NOT NULL,
	CONSTRAINT "shop_content_shop_id_name_layout_code_pk" PRIMARY KEY("shop_id","name","layout_code")
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscription_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"shop_id" integer NOT NULL,
	"customer_id" integer NOT NULL,
	"summary_status" smallint NOT NULL,
	"delivery_id" integer NOT NULL,
	"delivery_time_id" integer,
	"name01" text NOT NULL,
	"name02" text NOT NULL,
	"kana01" text NOT NULL,
	"kana02" text NOT NULL,
	"postal_code01" text NOT NULL,
	"postal_code02" text NOT NULL,
	"pref_id" smallint NOT NULL,
	"addr01" text NOT NULL,
	"addr02" text NOT NULL,
	"addr03" text DEFAULT '' NOT NULL,
	"phone_number" text NOT NULL,
	"delivery_notes" text DEFAULT '' NOT NULL,
	"subscription_division_id" smallint NOT NULL,
	"param1" smallint NOT NULL,
	"param2" smallint,
	"param3" smallint,
	"next_delivery_date" date NOT NULL,
	"next_next_delivery_date" date NOT NULL,
	"payment_method_id" smallint,
	"card_seq" integer,
	"delivery_fee" integer NOT NULL,
	"adjustment_amount" integer DEFAULT 0 NOT NULL,
	"cycle" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_event" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscription_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subscription_id" integer NOT NULL,
	"event" text NOT NULL,
	"actor" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "subscription_order_item" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "subscription_order_item_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"subscription_id" integer NOT NULL,
	"product_sku_id" integer NOT NULL,
	"quantity" integer NOT NULL,
	"lump_sum_payment_flag" boolean DEFAULT false NOT NULL,
	"lump_sum_payment_num" integer
);
--> statement-breakpoint
CREATE TABLE "nonce" (
	"client_id" text NOT NULL,
	"nonce" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "nonce_client_id_nonce_pk" PRIMARY KEY("client_id","nonce")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"shop_id" integer NOT NULL,
	"kind" text NOT NULL,
	"dedupe_key" text NOT NULL,
	"payload" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "rate_limit_key_window_start_pk" PRIMARY KEY("key","window_start")
);
--> statement-breakpoint
ALTER TABLE "cart_item" ADD CONSTRAINT "cart_item_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_item" ADD CONSTRAINT "cart_item_product_sku_id_product_sku_id_fk" FOREIGN KEY ("product_sku_id") REFERENCES "public"."product_sku"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_sync" ADD CONSTRAINT "cart_sync_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_customer_rank_id_customer_rank_id_fk" FOREIGN KEY ("customer_rank_id") REFERENCES "public"."customer_rank"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_address" ADD CONSTRAINT "customer_address_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_lead" ADD CONSTRAINT "delivery_lead_delivery_id_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_time" ADD CONSTRAINT "delivery_time_delivery_id_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_payment" ADD CONSTRAINT "shop_payment_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_payment_fee" ADD CONSTRAINT "shop_payment_fee_shop_payment_id_shop_payment_id_fk" FOREIGN KEY ("shop_payment_id") REFERENCES "public"."shop_payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_evidence" ADD CONSTRAINT "order_evidence_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_product_sku_id_product_sku_id_fk" FOREIGN KEY ("product_sku_id") REFERENCES "public"."product_sku"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_subscription_id_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscription"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivery_id_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivery_time_id_delivery_time_id_fk" FOREIGN KEY ("delivery_time_id") REFERENCES "public"."delivery_time"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_registration" ADD CONSTRAINT "card_registration_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_event" ADD CONSTRAINT "payment_event_payment_id_payment_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payment"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "category" ADD CONSTRAINT "category_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_category_id_category_id_fk" FOREIGN KEY ("category_id") REFERENCES "public"."category"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_image" ADD CONSTRAINT "product_image_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_sku" ADD CONSTRAINT "product_sku_product_id_product_id_fk" FOREIGN KEY ("product_id") REFERENCES "public"."product"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client" ADD CONSTRAINT "client_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_rank" ADD CONSTRAINT "customer_rank_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_content" ADD CONSTRAINT "shop_content_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_customer_id_customer_id_fk" FOREIGN KEY ("customer_id") REFERENCES "public"."customer"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_delivery_id_delivery_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."delivery"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_delivery_time_id_delivery_time_id_fk" FOREIGN KEY ("delivery_time_id") REFERENCES "public"."delivery_time"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_event" ADD CONSTRAINT "subscription_event_subscription_id_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscription"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_order_item" ADD CONSTRAINT "subscription_order_item_subscription_id_subscription_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."subscription"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_order_item" ADD CONSTRAINT "subscription_order_item_product_sku_id_product_sku_id_fk" FOREIGN KEY ("product_sku_id") REFERENCES "public"."product_sku"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "cart_item_customer_id_product_sku_id_subscription_index" ON "cart_item" USING btree ("customer_id","product_sku_id","subscription");--> statement-breakpoint
CREATE INDEX "cart_item_updated_at_index" ON "cart_item" USING btree ("updated_at");--> statement-breakpoint
CREATE INDEX "access_token_customer_id_index" ON "access_token" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_shop_id_email_index" ON "customer" USING btree ("shop_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_shop_id_line_id_index" ON "customer" USING btree ("shop_id","line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_shop_id_idempotency_key_index" ON "customer" USING btree ("shop_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "customer_address_customer_id_index" ON "customer_address" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_address_default" ON "customer_address" USING btree ("customer_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "order_item_order_id_index" ON "order_item" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_item_product_sku_id_index" ON "order_item" USING btree ("product_sku_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_order_no_index" ON "orders" USING btree ("order_no");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_customer_id_idempotency_key_index" ON "orders" USING btree ("customer_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_subscription_id_cycle_index" ON "orders" USING btree ("subscription_id","cycle");--> statement-breakpoint
CREATE INDEX "orders_customer_id_id_index" ON "orders" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "orders_status_updated_at_index" ON "orders" USING btree ("status","updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "card_registration_provider_order_id_index" ON "card_registration" USING btree ("provider_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "card_registration_customer_id_idempotency_key_index" ON "card_registration" USING btree ("customer_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_provider_order_id_index" ON "payment" USING btree ("provider_order_id");--> statement-breakpoint
CREATE INDEX "payment_order_id_index" ON "payment" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_state_updated_at_index" ON "payment" USING btree ("state","updated_at");--> statement-breakpoint
CREATE INDEX "payment_event_payment_id_index" ON "payment_event" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "product_shop_id_slug_index" ON "product" USING btree ("shop_id","slug");--> statement-breakpoint
CREATE INDEX "product_shop_id_visible_sort_no_index" ON "product" USING btree ("shop_id","visible","sort_no");--> statement-breakpoint
CREATE INDEX "product_sku_product_id_index" ON "product_sku" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "product_sku_product_code_index" ON "product_sku" USING btree ("product_code");--> statement-breakpoint
CREATE INDEX "subscription_customer_id_index" ON "subscription" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "subscription_summary_status_next_delivery_date_index" ON "subscription" USING btree ("summary_status","next_delivery_date");--> statement-breakpoint
CREATE INDEX "subscription_event_subscription_id_index" ON "subscription_event" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "subscription_order_item_subscription_id_index" ON "subscription_order_item" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "nonce_seen_at_index" ON "nonce" USING btree ("seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_dedupe_key_index" ON "outbox" USING btree ("dedupe_key");--> statement-breakpoint
CREATE INDEX "outbox_sent_at_failed_at_next_attempt_at_index" ON "outbox" USING btree ("sent_at","failed_at","next_attempt_at");