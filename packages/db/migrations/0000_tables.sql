CREATE TABLE "ad_letter" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "ad_letter_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"customer_id" bigint,
	"unsubscribe_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ad_letter_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "ad_letter_channel" CHECK (channel IN ('mail', 'line'))
);
--> statement-breakpoint
CREATE TABLE "ad_optout" (
	"shop_id" bigint NOT NULL,
	"channel" text NOT NULL,
	"address" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "ad_optout_shop_id_channel_address_pk" PRIMARY KEY("shop_id","channel","address")
);
--> statement-breakpoint
CREATE TABLE "cart_abandonment_setting" (
	"shop_id" bigint NOT NULL,
	"cart_abandoned_flag" boolean DEFAULT false NOT NULL,
	"lp_flag" boolean DEFAULT true NOT NULL,
	"customer_target_flag" boolean DEFAULT true NOT NULL,
	"guest_target_flag" boolean DEFAULT true NOT NULL,
	"individual_setting_flag" boolean DEFAULT false NOT NULL,
	"step_hours" integer[] DEFAULT '{1,24,72}' NOT NULL,
	"customer_step_hours" integer[],
	"guest_step_hours" integer[],
	CONSTRAINT "cart_abandonment_setting_shop_id_pk" PRIMARY KEY("shop_id")
);
--> statement-breakpoint
CREATE TABLE "cart_reminder" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "cart_reminder_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"tracking_id" bigint NOT NULL,
	"step" smallint NOT NULL,
	"items" jsonb NOT NULL,
	"restore_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"clicked_at" timestamp with time zone,
	CONSTRAINT "cart_reminder_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "cart_tracking" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "cart_tracking_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" bigint NOT NULL,
	"tracking_hash" "bytea",
	"cart_type_id" smallint NOT NULL,
	"tracking_start_date" timestamp with time zone NOT NULL,
	"customer_id" bigint,
	"email" text,
	"consented_at" timestamp with time zone,
	"items" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"adcd" text,
	"abmtcd" text,
	"ad_user_id" text,
	"url_clicked" boolean DEFAULT false NOT NULL,
	"step" smallint DEFAULT 0 NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"end_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "cart_tracking_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "acting_session" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "acting_session_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"operator_id" integer NOT NULL,
	"operator_session_id" integer NOT NULL,
	"code_hash" "bytea",
	"code_expires_at" timestamp with time zone NOT NULL,
	"token_hash" "bytea",
	"begun_at" timestamp with time zone,
	"expires_at" timestamp with time zone,
	"ended_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "acting_session_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "acting_session_begun" CHECK ((begun_at IS NULL) = (token_hash IS NULL) AND (begun_at IS NULL) = (expires_at IS NULL) AND (ended_at IS NULL OR begun_at IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "ad_campaign" (
	"shop_id" bigint NOT NULL,
	"adcd" text NOT NULL,
	"campaign_name" text NOT NULL,
	"is_open" boolean DEFAULT true NOT NULL,
	"greeting" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "ad_campaign_shop_id_adcd_pk" PRIMARY KEY("shop_id","adcd")
);
--> statement-breakpoint
CREATE TABLE "ad_tracking" (
	"ad_user_id" text NOT NULL,
	"shop_id" bigint NOT NULL,
	"adcd" text NOT NULL,
	"add_timing_id" smallint NOT NULL,
	"state_hash" "bytea" NOT NULL,
	"redirect_uri" text NOT NULL,
	"line_user_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"tracked_at" timestamp with time zone,
	"was_friend" boolean,
	"friend_added_at" timestamp with time zone,
	CONSTRAINT "ad_tracking_shop_id_ad_user_id_pk" PRIMARY KEY("shop_id","ad_user_id")
);
--> statement-breakpoint
CREATE TABLE "api_key" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "api_key_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"prefix" text NOT NULL,
	"key_hash" "bytea" NOT NULL,
	"permissions" text[] NOT NULL,
	"operator_id" integer NOT NULL,
	"operator_name" text NOT NULL,
	"expires_at" timestamp with time zone,
	"revoked_at" timestamp with time zone,
	"last_used_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "api_key_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "api_key_permissions" CHECK (cardinality(permissions) > 0)
);
--> statement-breakpoint
CREATE TABLE "bulk_job" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "bulk_job_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"filter" jsonb NOT NULL,
	"params" jsonb NOT NULL,
	"notify" boolean NOT NULL,
	"state" text NOT NULL,
	"counts" jsonb NOT NULL,
	"operator_id" integer NOT NULL,
	"operator_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bulk_job_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "bulk_job_kind" CHECK (kind IN ('move_dates', 'pause', 'swap_product', 'change_price', 'cancel', 'mark_delivered', 'send_message')),
	CONSTRAINT "bulk_job_state" CHECK (state IN ('checking', 'checked', 'running', 'stopped', 'done', 'taking_back', 'taken_back', 'discarded'))
);
--> statement-breakpoint
CREATE TABLE "bulk_job_row" (
	"shop_id" bigint NOT NULL,
	"job_id" bigint NOT NULL,
	"subject_id" bigint NOT NULL,
	"subject_name" text NOT NULL,
	"state" text NOT NULL,
	"detail" text DEFAULT '' NOT NULL,
	"undo" jsonb,
	"done_at" timestamp with time zone,
	CONSTRAINT "bulk_job_row_shop_id_job_id_subject_id_pk" PRIMARY KEY("shop_id","job_id","subject_id"),
	CONSTRAINT "bulk_job_row_state" CHECK (state IN ('waiting', 'possible', 'impossible', 'done', 'failed', 'taken_back', 'kept'))
);
--> statement-breakpoint
CREATE TABLE "cart_item" (
	"cart_item_id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "cart_item_cart_item_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"product_sku_id" bigint NOT NULL,
	"subscription" smallint NOT NULL,
	"quantity" integer NOT NULL,
	"revision" integer NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_item_shop_id_cart_item_id_pk" PRIMARY KEY("shop_id","cart_item_id"),
	CONSTRAINT "cart_item_quantity" CHECK (quantity > 0),
	CONSTRAINT "cart_item_subscription" CHECK (subscription IN (0, 1))
);
--> statement-breakpoint
CREATE TABLE "cart_sync" (
	"shop_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"idempotency_key" text NOT NULL,
	"problems" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "cart_sync_shop_id_customer_id_idempotency_key_pk" PRIMARY KEY("shop_id","customer_id","idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "access_token" (
	"token_hash" "bytea" NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "access_token_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"device" text DEFAULT '' NOT NULL,
	"network" text DEFAULT '' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"seen_at" timestamp with time zone DEFAULT now() NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"revoked_at" timestamp with time zone,
	CONSTRAINT "access_token_shop_id_token_hash_pk" PRIMARY KEY("shop_id","token_hash")
);
--> statement-breakpoint
CREATE TABLE "consent_event" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "consent_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"channel" text NOT NULL,
	"is_given" boolean NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "consent_event_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "consent_event_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END),
	CONSTRAINT "consent_event_channel" CHECK (channel IN ('mail', 'line'))
);
--> statement-breakpoint
CREATE TABLE "customer" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "customer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" bigint NOT NULL,
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
	"approved_at" timestamp with time zone,
	"where_did_you_know" integer,
	"customer_rank_id" bigint,
	"rank_use_flag" boolean DEFAULT false NOT NULL,
	"line_id" text,
	"gmo_id" text,
	"mail_magazine_flag" boolean DEFAULT false NOT NULL,
	"mail_magazine_consented_at" timestamp with time zone,
	"line_magazine_flag" boolean DEFAULT false NOT NULL,
	"line_magazine_consented_at" timestamp with time zone,
	"idempotency_key" text,
	"request_digest" text,
	"blocked_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	"merged_into_id" bigint,
	"forget_cards_at" timestamp with time zone,
	"adcd" text,
	"abmtcd" text,
	"ad_user_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "customer_postal_code" CHECK (postal_code01 ~ '^([0-9]{3})?$' AND postal_code02 ~ '^([0-9]{4})?$'),
	CONSTRAINT "customer_sex" CHECK (sex IN (1, 2)),
	CONSTRAINT "customer_merged_withdrawn" CHECK (merged_into_id IS NULL OR withdrawn_at IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "customer_address" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "customer_address_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
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
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "customer_address_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "customer_address_postal_code" CHECK (postal_code01 ~ '^[0-9]{3}$' AND postal_code02 ~ '^[0-9]{4}$'),
	CONSTRAINT "customer_address_pref_id" CHECK (pref_id BETWEEN 1 AND 47)
);
--> statement-breakpoint
CREATE TABLE "customer_note" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "customer_note_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"body" text NOT NULL,
	"operator_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customer_note_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "customer_rank_decision" (
	"shop_id" bigint NOT NULL,
	"month" date NOT NULL,
	"risen" integer NOT NULL,
	"fallen" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customer_rank_decision_shop_id_month_pk" PRIMARY KEY("shop_id","month")
);
--> statement-breakpoint
CREATE TABLE "customer_rank_event" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "customer_rank_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"from_rank_id" bigint,
	"to_rank_id" bigint,
	"spent_amount" integer,
	"reason" text,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "customer_rank_event_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "customer_rank_event_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END),
	CONSTRAINT "customer_rank_event_cause" CHECK ((reason IS NULL) = (spent_amount IS NOT NULL) AND (reason IS NULL) = (actor_kind <> 'operator'))
);
--> statement-breakpoint
CREATE TABLE "one_time_token" (
	"token_hash" "bytea" NOT NULL,
	"shop_id" bigint NOT NULL,
	"purpose" text NOT NULL,
	"customer_id" bigint,
	"email" text,
	"line_id" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "one_time_token_shop_id_token_hash_pk" PRIMARY KEY("shop_id","token_hash"),
	CONSTRAINT "one_time_token_purpose" CHECK (purpose IN ('reset_password', 'change_email', 'link_line')),
	CONSTRAINT "one_time_token_line_id" CHECK ((purpose = 'link_line') = (line_id IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "security_event" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "security_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint,
	"event" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"device" text NOT NULL,
	"network" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "security_event_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "security_event_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END),
	CONSTRAINT "security_event_event" CHECK (event IN ('registered', 'login', 'login_failed', 'logout', 'session_ended', 'password_changed', 'reset_asked', 'password_reset', 'email_changed', 'line_linked', 'line_unlinked', 'withdrawn', 'merged', 'acted_for'))
);
--> statement-breakpoint
CREATE TABLE "delivery" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" bigint NOT NULL,
	"delivery_name" text NOT NULL,
	"flat_rate_delivery_fee" integer NOT NULL,
	"island_surcharge" integer DEFAULT 0 NOT NULL,
	"max_weight_g" integer,
	"visible" boolean DEFAULT true NOT NULL,
	"mail_delivery_flag" boolean DEFAULT false NOT NULL,
	"carrier_program" text,
	"sort_no" integer NOT NULL,
	CONSTRAINT "delivery_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "delivery_carrier_program" CHECK (carrier_program IN ('b2cloud', 'ehiden3', 'yupri_r', 'yupri_cloud')),
	CONSTRAINT "delivery_fee" CHECK (flat_rate_delivery_fee >= 0 AND island_surcharge >= 0 AND max_weight_g > 0)
);
--> statement-breakpoint
CREATE TABLE "delivery_lead" (
	"shop_id" bigint NOT NULL,
	"delivery_id" bigint NOT NULL,
	"pref_id" integer NOT NULL,
	"extra_days" integer NOT NULL,
	CONSTRAINT "delivery_lead_shop_id_delivery_id_pref_id_pk" PRIMARY KEY("shop_id","delivery_id","pref_id"),
	CONSTRAINT "delivery_lead_pref_id" CHECK (pref_id BETWEEN 1 AND 47),
	CONSTRAINT "delivery_lead_extra_days" CHECK (extra_days >= 0)
);
--> statement-breakpoint
CREATE TABLE "delivery_prefecture_fee" (
	"shop_id" bigint NOT NULL,
	"delivery_id" bigint NOT NULL,
	"pref_id" integer NOT NULL,
	"fee" integer NOT NULL,
	CONSTRAINT "delivery_prefecture_fee_shop_id_delivery_id_pref_id_pk" PRIMARY KEY("shop_id","delivery_id","pref_id"),
	CONSTRAINT "delivery_prefecture_fee_pref_id" CHECK (pref_id BETWEEN 1 AND 47),
	CONSTRAINT "delivery_prefecture_fee_fee" CHECK (fee >= 0)
);
--> statement-breakpoint
CREATE TABLE "delivery_time" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "delivery_time_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" bigint NOT NULL,
	"delivery_time" text NOT NULL,
	"sort_no" integer NOT NULL,
	CONSTRAINT "delivery_time_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "shop_payment" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "shop_payment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" bigint NOT NULL,
	"payment_method_id" integer,
	"payment_name" text NOT NULL,
	"description" text NOT NULL,
	"provider_name" text,
	"visible" boolean DEFAULT true NOT NULL,
	"max_amount" integer NOT NULL,
	"cumulative_limit" integer,
	"sort_no" integer NOT NULL,
	CONSTRAINT "shop_payment_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "shop_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4)),
	CONSTRAINT "shop_payment_max_amount" CHECK (max_amount BETWEEN 0 AND 999999999)
);
--> statement-breakpoint
CREATE TABLE "shop_payment_fee" (
	"shop_id" bigint NOT NULL,
	"shop_payment_id" bigint NOT NULL,
	"from_amount" integer NOT NULL,
	"fee" integer NOT NULL,
	CONSTRAINT "shop_payment_fee_shop_id_shop_payment_id_from_amount_pk" PRIMARY KEY("shop_id","shop_payment_id","from_amount"),
	CONSTRAINT "shop_payment_fee_amounts" CHECK (from_amount >= 0 AND fee >= 0)
);
--> statement-breakpoint
CREATE TABLE "extension_note" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "extension_note_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"extension" text NOT NULL,
	"event" text NOT NULL,
	"data" jsonb NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"failed_at" timestamp with time zone,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "extension_note_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "shipment" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "shipment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"shipment_no" text NOT NULL,
	"delivery_id" bigint NOT NULL,
	"temperature" text DEFAULT 'normal' NOT NULL,
	"status" text NOT NULL,
	"shipping_batch_id" bigint,
	"pick_no" integer,
	"shipping_file_id" bigint,
	"rides_with_id" bigint,
	"carrier" text,
	"tracking_no" text,
	"created_at" timestamp with time zone NOT NULL,
	"packed_at" timestamp with time zone,
	"shipped_at" timestamp with time zone,
	"received_at" timestamp with time zone,
	"returned_at" timestamp with time zone,
	"cancelled_at" timestamp with time zone,
	CONSTRAINT "shipment_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "shipment_no" CHECK (shipment_no ~ '^[0-9A-Z]{1,12}$'),
	CONSTRAINT "shipment_temperature" CHECK (temperature IN ('normal', 'frozen', 'chilled')),
	CONSTRAINT "shipment_status" CHECK (status IN ('ready', 'packed', 'shipped', 'received', 'returned', 'cancelled')),
	CONSTRAINT "shipment_carrier" CHECK (carrier IN ('yamato', 'sagawa', 'japan_post')),
	CONSTRAINT "shipment_packed" CHECK (status <> 'packed' OR shipping_batch_id IS NOT NULL),
	CONSTRAINT "shipment_taken_out" CHECK (shipping_batch_id IS NOT NULL OR (pick_no IS NULL AND shipping_file_id IS NULL AND rides_with_id IS NULL)),
	CONSTRAINT "shipment_handover" CHECK (status NOT IN ('shipped', 'received', 'returned') OR (carrier IS NOT NULL AND tracking_no IS NOT NULL AND shipped_at IS NOT NULL))
);
--> statement-breakpoint
CREATE TABLE "shipment_event" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "shipment_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shipment_id" bigint NOT NULL,
	"status" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shipment_event_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "shipment_event_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END)
);
--> statement-breakpoint
CREATE TABLE "shipment_item" (
	"shop_id" bigint NOT NULL,
	"shipment_id" bigint NOT NULL,
	"order_item_id" bigint NOT NULL,
	"quantity" integer NOT NULL,
	CONSTRAINT "shipment_item_shop_id_shipment_id_order_item_id_pk" PRIMARY KEY("shop_id","shipment_id","order_item_id"),
	CONSTRAINT "shipment_item_quantity" CHECK (quantity > 0)
);
--> statement-breakpoint
CREATE TABLE "shipping_batch" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "shipping_batch_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"batch_no" text NOT NULL,
	"operator_id" integer,
	"status" text NOT NULL,
	"prints" integer DEFAULT 0 NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shipping_batch_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "shipping_batch_status" CHECK (status IN ('created', 'printed', 'labelled', 'imported', 'completed'))
);
--> statement-breakpoint
CREATE TABLE "shipping_decision" (
	"shop_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"label" jsonb,
	"note_read_at" timestamp with time zone,
	"parcel" text,
	"cancel_asked_at" timestamp with time zone,
	"keep_subscription" boolean DEFAULT false NOT NULL,
	"notify" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "shipping_decision_shop_id_order_id_pk" PRIMARY KEY("shop_id","order_id"),
	CONSTRAINT "shipping_decision_parcel" CHECK (parcel IN ('together', 'apart'))
);
--> statement-breakpoint
CREATE TABLE "shipping_file" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "shipping_file_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shipping_batch_id" bigint NOT NULL,
	"program" text NOT NULL,
	"temperature" text NOT NULL,
	"file_name" text NOT NULL,
	"content" "bytea",
	"parcels" integer NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"cancelled_at" timestamp with time zone,
	CONSTRAINT "shipping_file_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "shipping_file_program" CHECK (program IN ('b2cloud', 'ehiden3', 'yupri_r', 'yupri_cloud')),
	CONSTRAINT "shipping_file_temperature" CHECK (temperature IN ('normal', 'frozen', 'chilled')),
	CONSTRAINT "shipping_file_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END)
);
--> statement-breakpoint
CREATE TABLE "shipping_import" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "shipping_import_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"digest" "bytea" NOT NULL,
	"file_name" text NOT NULL,
	"program" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone,
	"due_at" timestamp with time zone,
	CONSTRAINT "shipping_import_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "shipping_import_program" CHECK (program IN ('b2cloud', 'ehiden3', 'yupri_r', 'yupri_cloud')),
	CONSTRAINT "shipping_import_due" CHECK ((confirmed_at IS NULL) = (due_at IS NULL)),
	CONSTRAINT "shipping_import_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END)
);
--> statement-breakpoint
CREATE TABLE "shipping_import_row" (
	"shop_id" bigint NOT NULL,
	"shipping_import_id" bigint NOT NULL,
	"row_no" integer NOT NULL,
	"shipment_no" text NOT NULL,
	"tracking_no" text NOT NULL,
	"state" text,
	"message" text DEFAULT '' NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "shipping_import_row_shop_id_shipping_import_id_row_no_pk" PRIMARY KEY("shop_id","shipping_import_id","row_no"),
	CONSTRAINT "shipping_import_row_state" CHECK (state IN ('waiting', 'done', 'failed', 'undone'))
);
--> statement-breakpoint
CREATE TABLE "shipping_insert" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "shipping_insert_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"insert_name" text NOT NULL,
	"shelf" text NOT NULL,
	"delivery_no" integer,
	"adcd" text NOT NULL,
	"sort_no" integer NOT NULL,
	CONSTRAINT "shipping_insert_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "shipping_insert_delivery_no" CHECK (delivery_no BETWEEN 1 AND 99)
);
--> statement-breakpoint
CREATE TABLE "shipping_setting" (
	"shop_id" bigint PRIMARY KEY NOT NULL,
	"sender_name" text NOT NULL,
	"postal_code" text NOT NULL,
	"address1" text NOT NULL,
	"address2" text NOT NULL,
	"phone_number" text NOT NULL,
	"item_name" text NOT NULL,
	"pickup_time" text,
	CONSTRAINT "shipping_setting_postal_code" CHECK (postal_code ~ '^[0-9]{7}$'),
	CONSTRAINT "shipping_setting_pickup_time" CHECK (pickup_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$')
);
--> statement-breakpoint
CREATE TABLE "shop_carrier" (
	"shop_id" bigint NOT NULL,
	"carrier" text NOT NULL,
	"received_after_days" integer NOT NULL,
	"customer_code" text DEFAULT '' NOT NULL,
	"classification_code" text DEFAULT '' NOT NULL,
	"freight_no" text DEFAULT '' NOT NULL,
	CONSTRAINT "shop_carrier_shop_id_carrier_pk" PRIMARY KEY("shop_id","carrier"),
	CONSTRAINT "shop_carrier_carrier" CHECK (carrier IN ('yamato', 'sagawa', 'japan_post')),
	CONSTRAINT "shop_carrier_days" CHECK (received_after_days BETWEEN 1 AND 60)
);
--> statement-breakpoint
CREATE TABLE "inquiry" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "inquiry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" bigint NOT NULL,
	"inquiry_no" text NOT NULL,
	"inquiry_status_id" smallint NOT NULL,
	"inquiry_type_id" smallint NOT NULL,
	"kind" text NOT NULL,
	"customer_id" bigint,
	"line_id" text,
	"inquiry_category_id" integer,
	"inquiry_category" text,
	"name" text NOT NULL,
	"name_kana" text NOT NULL,
	"email" text NOT NULL,
	"phone_number" text DEFAULT '' NOT NULL,
	"content" text NOT NULL,
	"decision" text,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"decision_reason" text,
	"operator_id" integer,
	"waiting_since" timestamp with time zone,
	"queue_at" timestamp with time zone GENERATED ALWAYS AS (coalesce(waiting_since, 'infinity'::timestamptz)) STORED NOT NULL,
	"terms_version" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"request_digest" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "inquiry_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "inquiry_status" CHECK (inquiry_status_id BETWEEN 1 AND 6),
	CONSTRAINT "inquiry_type" CHECK (inquiry_type_id BETWEEN 1 AND 3),
	CONSTRAINT "inquiry_decision" CHECK (decision IS NULL OR (decision IN ('approved', 'refused') AND kind = 'supplier')),
	CONSTRAINT "inquiry_kind" CHECK (kind IN ('contact', 'supplier'))
);
--> statement-breakpoint
CREATE TABLE "inquiry_message" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "inquiry_message_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"inquiry_id" bigint NOT NULL,
	"direction" text NOT NULL,
	"channel" text,
	"body" text NOT NULL,
	"operator_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "inquiry_message_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "inquiry_message_direction" CHECK (direction IN ('in', 'out', 'note')),
	CONSTRAINT "inquiry_message_channel" CHECK (channel IN ('mail', 'line', 'phone')),
	CONSTRAINT "inquiry_message_note" CHECK ((direction = 'note') = (channel IS NULL))
);
--> statement-breakpoint
CREATE TABLE "inquiry_template" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "inquiry_template_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"template_name" text NOT NULL,
	"body" text NOT NULL,
	CONSTRAINT "inquiry_template_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "line_friend" (
	"shop_id" bigint NOT NULL,
	"line_user_id" text NOT NULL,
	"friend_status_id" smallint NOT NULL,
	"is_blocked" boolean DEFAULT false NOT NULL,
	"last_event_at" timestamp with time zone,
	"is_unblocked" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "line_friend_shop_id_line_user_id_pk" PRIMARY KEY("shop_id","line_user_id"),
	CONSTRAINT "line_friend_status" CHECK (friend_status_id BETWEEN 1 AND 4)
);
--> statement-breakpoint
CREATE TABLE "line_link_nonce" (
	"nonce_hash" "bytea" NOT NULL,
	"shop_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "line_link_nonce_shop_id_nonce_hash_pk" PRIMARY KEY("shop_id","nonce_hash")
);
--> statement-breakpoint
CREATE TABLE "line_webhook_event" (
	"shop_id" bigint NOT NULL,
	"webhook_event_id" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "line_webhook_event_shop_id_webhook_event_id_pk" PRIMARY KEY("shop_id","webhook_event_id")
);
--> statement-breakpoint
CREATE TABLE "message_text" (
	"shop_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"body" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "message_text_shop_id_kind_pk" PRIMARY KEY("shop_id","kind")
);
--> statement-breakpoint
CREATE TABLE "move_in" (
	"shop_id" bigint PRIMARY KEY NOT NULL,
	"state" text NOT NULL,
	"sealed_magic" text,
	"progress" jsonb,
	"report" jsonb,
	"refused" integer DEFAULT 0 NOT NULL,
	"error" text DEFAULT '' NOT NULL,
	"claimed_until" timestamp with time zone,
	"operator_id" integer NOT NULL,
	"operator_name" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "move_in_state" CHECK (state IN ('files', 'checking', 'checked', 'running', 'done', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "move_in_file" (
	"shop_id" bigint NOT NULL,
	"name" text NOT NULL,
	"content" "bytea" NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "move_in_file_shop_id_name_pk" PRIMARY KEY("shop_id","name")
);
--> statement-breakpoint
CREATE TABLE "moved_row" (
	"shop_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"foreign_no" text NOT NULL,
	"row_id" bigint NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "moved_row_shop_id_kind_foreign_no_pk" PRIMARY KEY("shop_id","kind","foreign_no"),
	CONSTRAINT "moved_row_kind" CHECK (kind IN ('member', 'address', 'subscription', 'order'))
);
--> statement-breakpoint
CREATE TABLE "audit_event" (
	"shop_id" bigint NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "audit_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"created_at" timestamp with time zone NOT NULL,
	"operator_id" integer,
	"operator_name" text NOT NULL,
	"ip" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"subject_id" text NOT NULL,
	"subject_name" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"fields" text[] NOT NULL,
	CONSTRAINT "audit_event_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "operator" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"email" text NOT NULL,
	"name" text NOT NULL,
	"password_hash" text,
	"totp_secret" text,
	"totp_step" integer,
	"installation_role" text,
	"signed_in_at" timestamp with time zone,
	"stopped_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "operator_installation_role" CHECK (installation_role in ('manager', 'orders', 'shipping', 'support', 'accounting', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "operator_challenge" (
	"challenge" text PRIMARY KEY NOT NULL,
	"operator_id" integer,
	"expires_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "operator_invitation" (
	"shop_id" bigint NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"email" text NOT NULL,
	"role" text NOT NULL,
	"is_installation" boolean DEFAULT false NOT NULL,
	"operator_name" text,
	"password_hash" text,
	"totp_secret" text,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "operator_invitation_shop_id_token_hash_pk" PRIMARY KEY("shop_id","token_hash"),
	CONSTRAINT "operator_invitation_role" CHECK (role in ('manager', 'orders', 'shipping', 'support', 'accounting', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "operator_passkey" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_passkey_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"operator_id" integer NOT NULL,
	"credential_id" text NOT NULL,
	"public_key" "bytea" NOT NULL,
	"counter" integer NOT NULL,
	"transports" jsonb NOT NULL,
	"name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "operator_recovery_code" (
	"operator_id" integer NOT NULL,
	"code_hash" "bytea" NOT NULL,
	"used_at" timestamp with time zone,
	CONSTRAINT "operator_recovery_code_operator_id_code_hash_pk" PRIMARY KEY("operator_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "operator_role" (
	"shop_id" bigint NOT NULL,
	"operator_id" integer NOT NULL,
	"role" text NOT NULL,
	"stopped_at" timestamp with time zone,
	CONSTRAINT "operator_role_shop_id_operator_id_pk" PRIMARY KEY("shop_id","operator_id"),
	CONSTRAINT "operator_role_role" CHECK (role in ('manager', 'orders', 'shipping', 'support', 'accounting', 'viewer'))
);
--> statement-breakpoint
CREATE TABLE "operator_session" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "operator_session_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"token_hash" "bytea" NOT NULL,
	"operator_id" integer NOT NULL,
	"user_agent" text NOT NULL,
	"ip" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"confirmed_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "saved_view" (
	"shop_id" bigint NOT NULL,
	"id" integer GENERATED ALWAYS AS IDENTITY (sequence name "saved_view_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"operator_id" integer NOT NULL,
	"list" text NOT NULL,
	"view_name" text NOT NULL,
	"query" text NOT NULL,
	"is_shared" boolean NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "saved_view_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "order_document" (
	"shop_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"document_type" text NOT NULL,
	"issue_no" integer NOT NULL,
	"addressee" text NOT NULL,
	"proviso" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_document_shop_id_order_id_document_type_issue_no_pk" PRIMARY KEY("shop_id","order_id","document_type","issue_no"),
	CONSTRAINT "order_document_type" CHECK (document_type IN ('receipt', 'delivery-slip')),
	CONSTRAINT "order_document_issue_no" CHECK (issue_no >= 1)
);
--> statement-breakpoint
CREATE TABLE "order_evidence" (
	"shop_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"request_digest" text NOT NULL,
	"terms_version" text NOT NULL,
	"shown_at" timestamp with time zone NOT NULL,
	"shown" jsonb NOT NULL,
	"user_agent" text NOT NULL,
	CONSTRAINT "order_evidence_shop_id_order_id_pk" PRIMARY KEY("shop_id","order_id")
);
--> statement-breakpoint
CREATE TABLE "order_item" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_item_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"product_sku_id" bigint NOT NULL,
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
	"lump_sum_payment_num" integer,
	CONSTRAINT "order_item_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "order_item_quantity" CHECK (quantity > 0),
	CONSTRAINT "order_item_amounts" CHECK (price >= 0 AND subtotal >= 0 AND discount_amount BETWEEN 0 AND subtotal),
	CONSTRAINT "order_item_tax_rate" CHECK (tax_rate IN (8, 10))
);
--> statement-breakpoint
CREATE TABLE "order_note" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_note_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"body" text NOT NULL,
	"operator_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_note_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "order_request" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_request_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"request_no" text NOT NULL,
	"customer_id" bigint NOT NULL,
	"draft" jsonb NOT NULL,
	"payment_total" integer NOT NULL,
	"idempotency_key" text NOT NULL,
	"operator_id" integer NOT NULL,
	"operator_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "order_request_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "order_status_event" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "order_status_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"status" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "order_status_event_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "order_status_event_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END)
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"order_no" text NOT NULL,
	"status" text NOT NULL,
	"idempotency_key" text,
	"subscription_id" bigint,
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
	"delivery_id" bigint NOT NULL,
	"delivery_time_id" bigint,
	"delivery_date" date,
	"expected_date" date,
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
	"ad_user_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "orders_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "orders_postal_code" CHECK (postal_code01 ~ '^[0-9]{3}$' AND postal_code02 ~ '^[0-9]{4}$'),
	CONSTRAINT "orders_pref_id" CHECK (pref_id BETWEEN 1 AND 47),
	CONSTRAINT "orders_status" CHECK (status IN ('received', 'payment_pending', 'payment_error', 'arranged', 'shipped', 'delivered', 'cancelled', 'returned')),
	CONSTRAINT "orders_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4)),
	CONSTRAINT "orders_amounts" CHECK (subtotal >= 0 AND discount_amount >= 0 AND delivery_fee >= 0 AND payment_fee >= 0 AND tax_total >= 0),
	CONSTRAINT "orders_payment_total" CHECK (payment_total BETWEEN 0 AND 999999999),
	CONSTRAINT "orders_sum" CHECK (payment_total = subtotal - discount_amount + delivery_fee + payment_fee + adjustment_amount)
);
--> statement-breakpoint
CREATE TABLE "card_decline" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "card_decline_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" bigint NOT NULL,
	"customer_id" bigint,
	"address_key" text,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "card_decline_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "card_registration" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "card_registration_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"state" text NOT NULL,
	"provider_order_id" text NOT NULL,
	"access_id" text,
	"access_pass" text,
	"redirect_url" text,
	"is_default" boolean DEFAULT false NOT NULL,
	"replaces_seq" integer,
	"idempotency_key" text NOT NULL,
	"card_seq" integer,
	"error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "card_registration_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "card_registration_state" CHECK (state IN ('intent', 'entered', 'redirected', 'returned', 'saved', 'failed'))
);
--> statement-breakpoint
CREATE TABLE "payment" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "payment_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" bigint NOT NULL,
	"order_id" bigint NOT NULL,
	"payment_method_id" smallint,
	"state" text NOT NULL,
	"amount" integer NOT NULL,
	"captured_amount" integer DEFAULT 0 NOT NULL,
	"refunded_amount" integer DEFAULT 0 NOT NULL,
	"provider_order_id" text NOT NULL,
	"reference" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"return_key" text,
	"redirect_url" text,
	"card_seq" integer,
	"save_card" boolean DEFAULT false NOT NULL,
	"refusal" text,
	"error" text,
	"claimed_until" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "payment_save_card" CHECK (NOT save_card OR payment_method_id = 1),
	CONSTRAINT "payment_amount" CHECK (amount BETWEEN 0 AND 999999999),
	CONSTRAINT "payment_state" CHECK (state IN ('intent', 'redirected', 'returned', 'held', 'authorised', 'failed', 'void_pending', 'voided', 'captured', 'refunded')),
	CONSTRAINT "payment_captured_amount" CHECK (captured_amount BETWEEN 0 AND amount),
	CONSTRAINT "payment_refunded_amount" CHECK (refunded_amount BETWEEN 0 AND captured_amount),
	CONSTRAINT "payment_method" CHECK (payment_method_id IN (1, 2, 3, 4))
);
--> statement-breakpoint
CREATE TABLE "payment_difference" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "payment_difference_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" bigint NOT NULL,
	"ours" jsonb NOT NULL,
	"theirs" jsonb,
	"found_at" timestamp with time zone NOT NULL,
	"resolved_at" timestamp with time zone,
	CONSTRAINT "payment_difference_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "payment_event" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "payment_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payment_id" bigint NOT NULL,
	"event" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "payment_event_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "payment_event_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END)
);
--> statement-breakpoint
CREATE TABLE "payment_hold" (
	"shop_id" bigint PRIMARY KEY NOT NULL,
	"reason" text NOT NULL,
	"held_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payment_notice" (
	"shop_id" bigint NOT NULL,
	"key" text NOT NULL,
	"provider_order_id" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payment_notice_shop_id_key_pk" PRIMARY KEY("shop_id","key")
);
--> statement-breakpoint
CREATE TABLE "picture" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "picture_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"path" text NOT NULL,
	"width" integer NOT NULL,
	"height" integer NOT NULL,
	"bytes" integer NOT NULL,
	"operator_id" integer,
	"created_at" timestamp with time zone NOT NULL,
	"stored_at" timestamp with time zone,
	"unused_since" timestamp with time zone,
	"removed_at" timestamp with time zone,
	CONSTRAINT "picture_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "picture_size" CHECK (width > 0 AND height > 0 AND bytes >= 0)
);
--> statement-breakpoint
CREATE TABLE "privacy_request" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "privacy_request_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"customer_id" bigint NOT NULL,
	"inquiry_id" bigint,
	"kind" text NOT NULL,
	"source" text NOT NULL,
	"state" text DEFAULT 'received' NOT NULL,
	"content" text NOT NULL,
	"identity_check" text DEFAULT '' NOT NULL,
	"answer" text DEFAULT '' NOT NULL,
	"due_on" date NOT NULL,
	"exported_at" timestamp with time zone,
	"erased_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "privacy_request_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "privacy_request_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END),
	CONSTRAINT "privacy_request_kind" CHECK (kind IN ('disclosure', 'correction', 'stop', 'erasure')),
	CONSTRAINT "privacy_request_source" CHECK (source IN ('mypage', 'inquiry', 'phone', 'mail', 'letter')),
	CONSTRAINT "privacy_request_inquiry" CHECK ((source = 'inquiry') = (inquiry_id IS NOT NULL)),
	CONSTRAINT "privacy_request_state" CHECK (state IN ('received', 'working', 'done', 'refused')),
	CONSTRAINT "privacy_request_closed" CHECK ((closed_at IS NOT NULL) = (state IN ('done', 'refused')))
);
--> statement-breakpoint
CREATE TABLE "category" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "category_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" bigint NOT NULL,
	"category_name" text NOT NULL,
	"search_name" text GENERATED ALWAYS AS (translate(lower(normalize(category_name, NFKC)), 'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶぁぃぅぇぉっゃゅょゎー・‐-–〜~''’', 'ああいいううええおおかがきぎくぐけげこごさざしじすずせぜそぞただちぢつつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもややゆゆよよらりるれろわわゐゑをんゔゕゖあいうえおつやゆよわ')) STORED,
	"slug" text NOT NULL,
	"sort_no" integer NOT NULL,
	CONSTRAINT "category_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "product" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "product_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" bigint NOT NULL,
	"category_id" bigint NOT NULL,
	"product_name" text NOT NULL,
	"product_name_kana" text NOT NULL,
	"search_name" text GENERATED ALWAYS AS (translate(lower(normalize(product_name || ' ' || product_name_kana, NFKC)), 'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶぁぃぅぇぉっゃゅょゎー・‐-–〜~''’', 'ああいいううええおおかがきぎくぐけげこごさざしじすずせぜそぞただちぢつつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもややゆゆよよらりるれろわわゐゑをんゔゕゖあいうえおつやゆよわ')) STORED,
	"slug" text NOT NULL,
	"sale_type" integer NOT NULL,
	"visible" boolean DEFAULT true NOT NULL,
	"catch_copy" text NOT NULL,
	"search_copy" text GENERATED ALWAYS AS (translate(lower(normalize(catch_copy, NFKC)), 'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶぁぃぅぇぉっゃゅょゎー・‐-–〜~''’', 'ああいいううええおおかがきぎくぐけげこごさざしじすずせぜそぞただちぢつつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもややゆゆよよらりるれろわわゐゑをんゔゕゖあいうえおつやゆよわ')) STORED,
	"description" text NOT NULL,
	"how_to_use" jsonb NOT NULL,
	"ingredients" text NOT NULL,
	"purpose" text DEFAULT '' NOT NULL,
	"suits" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"feel" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"ingredient_notes" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"questions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"story_html" text DEFAULT '' NOT NULL,
	"use_image_path" text,
	"return_note" text DEFAULT '' NOT NULL,
	"lump_sum_payment_flag" boolean DEFAULT false NOT NULL,
	"lump_sum_payment_num" integer,
	"sort_no" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	CONSTRAINT "product_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "product_sale_type" CHECK (sale_type BETWEEN 1 AND 3),
	CONSTRAINT "product_lump_sum" CHECK (NOT lump_sum_payment_flag OR coalesce(lump_sum_payment_num, 0) > 0)
);
--> statement-breakpoint
CREATE TABLE "product_image" (
	"shop_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"sort_no" integer NOT NULL,
	"path" text NOT NULL,
	"alt" text NOT NULL,
	CONSTRAINT "product_image_shop_id_product_id_sort_no_pk" PRIMARY KEY("shop_id","product_id","sort_no")
);
--> statement-breakpoint
CREATE TABLE "product_related" (
	"shop_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"related_id" bigint NOT NULL,
	"sort_no" integer NOT NULL,
	CONSTRAINT "product_related_shop_id_product_id_related_id_pk" PRIMARY KEY("shop_id","product_id","related_id")
);
--> statement-breakpoint
CREATE TABLE "product_sku" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "product_sku_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_id" bigint NOT NULL,
	"product_code" text NOT NULL,
	"sku_parent_item_name1" text,
	"set_item_name1" text,
	"sku_parent_item_name2" text,
	"set_item_name2" text,
	"search_choice" text GENERATED ALWAYS AS (translate(lower(normalize(coalesce(set_item_name1, '') || ' ' || coalesce(set_item_name2, ''), NFKC)), 'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶぁぃぅぇぉっゃゅょゎー・‐-–〜~''’', 'ああいいううええおおかがきぎくぐけげこごさざしじすずせぜそぞただちぢつつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもややゆゆよよらりるれろわわゐゑをんゔゕゖあいうえおつやゆよわ')) STORED,
	"price" integer NOT NULL,
	"subscription_first_price" integer,
	"subscription_price" integer,
	"tax_rate" integer NOT NULL,
	"stock" integer NOT NULL,
	"low_stock" integer DEFAULT 5 NOT NULL,
	"sale_limit" integer NOT NULL,
	"weight_g" integer DEFAULT 0 NOT NULL,
	"lasting_days" integer,
	"light_flag" boolean DEFAULT false NOT NULL,
	"shelf" text DEFAULT '' NOT NULL,
	"barcode" text DEFAULT '' NOT NULL,
	"temperature" text DEFAULT 'normal' NOT NULL,
	"visible" boolean DEFAULT true NOT NULL,
	"image_path" text,
	"revision" integer DEFAULT 1 NOT NULL,
	"sort_no" integer NOT NULL,
	CONSTRAINT "product_sku_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "product_sku_stock" CHECK (stock >= 0),
	CONSTRAINT "product_sku_low_stock" CHECK (low_stock >= 0),
	CONSTRAINT "product_sku_price" CHECK (price >= 0 AND subscription_first_price >= 0 AND subscription_price >= 0),
	CONSTRAINT "product_sku_tax_rate" CHECK (tax_rate IN (8, 10)),
	CONSTRAINT "product_sku_sale_limit" CHECK (sale_limit BETWEEN 1 AND 99),
	CONSTRAINT "product_sku_temperature" CHECK (temperature IN ('normal', 'frozen', 'chilled')),
	CONSTRAINT "product_sku_lasting_days" CHECK (lasting_days BETWEEN 1 AND 3650),
	CONSTRAINT "product_sku_weight" CHECK (weight_g >= 0),
	CONSTRAINT "product_sku_revision" CHECK (revision >= 1)
);
--> statement-breakpoint
CREATE TABLE "stock_event" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "stock_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"product_sku_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"quantity" integer NOT NULL,
	"stock" integer NOT NULL,
	"reason" text NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "stock_event_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "stock_event_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END),
	CONSTRAINT "stock_event_kind" CHECK (kind IN ('receipt', 'correction')),
	CONSTRAINT "stock_event_quantity" CHECK (quantity <> 0 AND (kind <> 'receipt' OR quantity > 0)),
	CONSTRAINT "stock_event_reason" CHECK (kind <> 'correction' OR reason <> '')
);
--> statement-breakpoint
CREATE TABLE "restock_request" (
	"shop_id" bigint NOT NULL,
	"product_sku_id" bigint NOT NULL,
	"email" text NOT NULL,
	"customer_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "restock_request_shop_id_product_sku_id_email_pk" PRIMARY KEY("shop_id","product_sku_id","email")
);
--> statement-breakpoint
CREATE TABLE "scheduled_change" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "scheduled_change_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"subject_name" text NOT NULL,
	"before" jsonb NOT NULL,
	"after" jsonb NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"state" text NOT NULL,
	"problem" text,
	"operator_id" integer,
	"operator_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "scheduled_change_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "scheduled_change_period" CHECK (ends_at > starts_at),
	CONSTRAINT "scheduled_change_kind" CHECK (kind IN ('price', 'tax_rate', 'visibility', 'content', 'delivery_fee', 'free_amount', 'closing')),
	CONSTRAINT "scheduled_change_state" CHECK (state IN ('planned', 'running', 'done', 'taken_back', 'failed')),
	CONSTRAINT "scheduled_change_closing" CHECK (kind <> 'closing' OR ends_at IS NOT NULL)
);
--> statement-breakpoint
CREATE TABLE "client" (
	"id" text NOT NULL,
	"shop_id" bigint NOT NULL,
	"client_key" text NOT NULL,
	CONSTRAINT "client_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "customer_rank" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "customer_rank_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" bigint NOT NULL,
	"rank_name" text NOT NULL,
	"discount_rate" integer DEFAULT 0 NOT NULL,
	"threshold_amount" integer DEFAULT 0 NOT NULL,
	"sort_no" integer NOT NULL,
	CONSTRAINT "customer_rank_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "customer_rank_threshold_amount" CHECK (threshold_amount >= 0),
	CONSTRAINT "customer_rank_discount_rate" CHECK (discount_rate BETWEEN 0 AND 100)
);
--> statement-breakpoint
CREATE TABLE "master_data" (
	"shop_id" bigint NOT NULL,
	"name" text NOT NULL,
	"sort_no" integer NOT NULL,
	"id" integer,
	"label" text NOT NULL,
	CONSTRAINT "master_data_shop_id_name_sort_no_pk" PRIMARY KEY("shop_id","name","sort_no")
);
--> statement-breakpoint
CREATE TABLE "sandbox_setting" (
	"name" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shop_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_name" text NOT NULL,
	"corporate_flag" boolean DEFAULT false NOT NULL,
	"ec_line_required_flag" boolean DEFAULT false NOT NULL,
	"line_channel_flag" boolean DEFAULT false NOT NULL,
	"line_login_timing" text DEFAULT 'first_page' NOT NULL,
	"search_synonyms" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"delivery_free_amount" integer,
	"customer_rank_use_flag" boolean DEFAULT false NOT NULL,
	"customer_rank_operation_start_date" date,
	"customer_rank_operation_end_date" date,
	"customer_rank_months" smallint DEFAULT 12 NOT NULL,
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
	"phone_display" text DEFAULT '4-3-rest' NOT NULL,
	"password_min" smallint DEFAULT 7 NOT NULL,
	"password_max" smallint DEFAULT 15 NOT NULL,
	"withdrawal_by" text DEFAULT 'phone' NOT NULL,
	"price_visibility" text DEFAULT 'everybody' NOT NULL,
	"card_decline_max" integer DEFAULT 5 NOT NULL,
	"card_decline_minutes" integer DEFAULT 30 NOT NULL,
	"card_lock_minutes" integer DEFAULT 30 NOT NULL,
	"terms_version" text NOT NULL,
	"opened_at" timestamp with time zone DEFAULT now(),
	"closed_at" timestamp with time zone,
	"closed_text" text DEFAULT '' NOT NULL,
	"visit_key" text DEFAULT gen_random_uuid()::text NOT NULL,
	CONSTRAINT "shop_line_login_timing" CHECK (line_login_timing IN ('first_page', 'checkout')),
	CONSTRAINT "shop_delivery_free_amount" CHECK (delivery_free_amount >= 0),
	CONSTRAINT "shop_phone_display" CHECK (phone_display IN ('4-3-rest', 'usual', 'digits')),
	CONSTRAINT "shop_withdrawal_by" CHECK (withdrawal_by IN ('phone', 'mypage')),
	CONSTRAINT "shop_price_visibility" CHECK (price_visibility IN ('everybody', 'approved')),
	CONSTRAINT "shop_password_length" CHECK (password_min BETWEEN 7 AND 15 AND password_max BETWEEN 15 AND 128),
	CONSTRAINT "shop_closed_at" CHECK (opened_at IS NULL OR closed_at IS NULL),
	CONSTRAINT "shop_customer_rank_months" CHECK (customer_rank_months BETWEEN 1 AND 60)
);
--> statement-breakpoint
CREATE TABLE "shop_account" (
	"shop_id" bigint PRIMARY KEY NOT NULL,
	"sealed" text NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shop_content" (
	"shop_id" bigint NOT NULL,
	"name" text NOT NULL,
	"layout_code" integer DEFAULT 0 NOT NULL,
	"title" text NOT NULL,
	"html" text NOT NULL,
	CONSTRAINT "shop_content_shop_id_name_layout_code_pk" PRIMARY KEY("shop_id","name","layout_code")
);
--> statement-breakpoint
CREATE TABLE "article" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "article_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"lead" text NOT NULL,
	"search_name" text GENERATED ALWAYS AS (translate(lower(normalize(title || ' ' || lead, NFKC)), 'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶぁぃぅぇぉっゃゅょゎー・‐-–〜~''’', 'ああいいううええおおかがきぎくぐけげこごさざしじすずせぜそぞただちぢつつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもややゆゆよよらりるれろわわゐゑをんゔゕゖあいうえおつやゆよわ')) STORED,
	"html" text NOT NULL,
	"image_path" text,
	"image_alt" text NOT NULL,
	"published_on" date NOT NULL,
	"visible" boolean NOT NULL,
	CONSTRAINT "article_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "home_block" (
	"shop_id" bigint NOT NULL,
	"sort_no" integer NOT NULL,
	"kind" text NOT NULL,
	"visible" boolean NOT NULL,
	"title" text NOT NULL,
	"text" text NOT NULL,
	"image_path" text,
	"image_alt" text NOT NULL,
	"link_to" text NOT NULL,
	"link_label" text NOT NULL,
	"category" text NOT NULL,
	CONSTRAINT "home_block_shop_id_sort_no_pk" PRIMARY KEY("shop_id","sort_no"),
	CONSTRAINT "home_block_kind" CHECK (kind IN ('hero', 'story', 'goods', 'offer', 'journal', 'news', 'line'))
);
--> statement-breakpoint
CREATE TABLE "billing_attempt" (
	"shop_id" bigint NOT NULL,
	"subscription_id" bigint NOT NULL,
	"cycle" integer NOT NULL,
	"attempt" smallint NOT NULL,
	"outcome" text NOT NULL,
	"failure" text,
	"payment_method_id" smallint,
	"card_seq" integer,
	"provider_order_id" text,
	"tried_on" date NOT NULL,
	"retry_on" date,
	"restarted" boolean DEFAULT false NOT NULL,
	CONSTRAINT "billing_attempt_shop_id_subscription_id_cycle_attempt_pk" PRIMARY KEY("shop_id","subscription_id","cycle","attempt"),
	CONSTRAINT "billing_attempt_outcome" CHECK (outcome IN ('open', 'arranged', 'failed')),
	CONSTRAINT "billing_attempt_failure" CHECK ((failure IS NOT NULL) = (outcome = 'failed')),
	CONSTRAINT "billing_attempt_retry" CHECK (retry_on IS NULL OR outcome = 'failed'),
	CONSTRAINT "billing_attempt_number" CHECK (attempt >= 1 AND cycle >= 1)
);
--> statement-breakpoint
CREATE TABLE "price_offer" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "price_offer_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"job_id" bigint NOT NULL,
	"subscription_id" bigint NOT NULL,
	"product_sku_id" bigint NOT NULL,
	"old_price" integer NOT NULL,
	"new_price" integer NOT NULL,
	"from_date" date NOT NULL,
	"answer_by" date NOT NULL,
	"without_answer" text NOT NULL,
	"state" text NOT NULL,
	"token_hash" "bytea" NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"settled_at" timestamp with time zone,
	CONSTRAINT "price_offer_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "price_offer_state" CHECK (state IN ('asked', 'agreed', 'refused', 'lapsed', 'withdrawn')),
	CONSTRAINT "price_offer_without_answer" CHECK (without_answer IN ('keep', 'pause')),
	CONSTRAINT "price_offer_rises" CHECK (new_price > old_price AND old_price >= 0)
);
--> statement-breakpoint
CREATE TABLE "subscription" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "subscription_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" bigint NOT NULL,
	"customer_id" bigint NOT NULL,
	"summary_status" smallint NOT NULL,
	"delivery_id" bigint NOT NULL,
	"delivery_time_id" bigint,
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
	"charge_permission_id" text,
	"billing_key" text DEFAULT upper(left(replace(gen_random_uuid()::text, '-', ''), 12)) NOT NULL,
	"delivery_fee" integer NOT NULL,
	"adjustment_amount" integer DEFAULT 0 NOT NULL,
	"cycle" integer NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"final_cycle" integer,
	"adcd" text,
	"abmtcd" text,
	"ad_user_id" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscription_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "subscription_summary_status" CHECK (summary_status BETWEEN 0 AND 6),
	CONSTRAINT "subscription_division" CHECK (subscription_division_id BETWEEN 1 AND 3),
	CONSTRAINT "subscription_payment_method" CHECK (payment_method_id IN (1, 2, 3, 4)),
	CONSTRAINT "subscription_delivery_fee" CHECK (delivery_fee >= 0),
	CONSTRAINT "subscription_cycle" CHECK (cycle >= 1),
	CONSTRAINT "subscription_postal_code" CHECK (postal_code01 ~ '^[0-9]{3}$' AND postal_code02 ~ '^[0-9]{4}$'),
	CONSTRAINT "subscription_pref_id" CHECK (pref_id BETWEEN 1 AND 47)
);
--> statement-breakpoint
CREATE TABLE "subscription_cycle" (
	"shop_id" bigint NOT NULL,
	"subscription_id" bigint NOT NULL,
	"cycle" integer NOT NULL,
	"noticed_for" date,
	"promised_total" integer,
	"skipped" jsonb,
	CONSTRAINT "subscription_cycle_shop_id_subscription_id_cycle_pk" PRIMARY KEY("shop_id","subscription_id","cycle"),
	CONSTRAINT "subscription_cycle_number" CHECK (cycle >= 1)
);
--> statement-breakpoint
CREATE TABLE "subscription_event" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "subscription_event_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subscription_id" bigint NOT NULL,
	"event" text NOT NULL,
	"detail" jsonb DEFAULT '{}'::jsonb NOT NULL,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "subscription_event_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "subscription_event_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END)
);
--> statement-breakpoint
CREATE TABLE "subscription_note" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "subscription_note_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subscription_id" bigint NOT NULL,
	"body" text NOT NULL,
	"operator_id" integer NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "subscription_note_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "subscription_order_item" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "subscription_order_item_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subscription_id" bigint NOT NULL,
	"product_sku_id" bigint NOT NULL,
	"quantity" integer NOT NULL,
	"following_price" integer NOT NULL,
	"agreed_price" integer,
	"agreed_from" date,
	"lump_sum_payment_flag" boolean DEFAULT false NOT NULL,
	"lump_sum_payment_num" integer,
	"only_cycle" integer,
	CONSTRAINT "subscription_order_item_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "subscription_order_item_quantity" CHECK (quantity > 0),
	CONSTRAINT "subscription_order_item_following_price" CHECK (following_price >= 0),
	CONSTRAINT "subscription_order_item_agreed" CHECK ((agreed_price IS NULL) = (agreed_from IS NULL) AND agreed_price >= 0)
);
--> statement-breakpoint
CREATE TABLE "nonce" (
	"shop_id" bigint NOT NULL,
	"client_id" text NOT NULL,
	"nonce" text NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "nonce_shop_id_client_id_nonce_pk" PRIMARY KEY("shop_id","client_id","nonce")
);
--> statement-breakpoint
CREATE TABLE "outbox" (
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "outbox_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shop_id" bigint NOT NULL,
	"kind" text NOT NULL,
	"dedupe_key" text NOT NULL,
	"payload" jsonb NOT NULL,
	"subject" text DEFAULT '' NOT NULL,
	"customer_id" bigint,
	"order_id" bigint,
	"subscription_id" bigint,
	"bulk_job_id" bigint,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"sent_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"error" text,
	"stopped_at" timestamp with time zone,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text GENERATED ALWAYS AS (case when sent_at is not null then 'sent' when stopped_at is not null then 'stopped' when failed_at is not null then 'failed' else 'waiting' end) STORED NOT NULL,
	"list_no" bigint GENERATED ALWAYS AS (id + case when sent_at is null and stopped_at is null and failed_at is not null then 1000000000000000 else 0 end) STORED NOT NULL,
	CONSTRAINT "outbox_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "outbox_kind" CHECK (kind IN ('mail', 'line')),
	CONSTRAINT "outbox_attempts" CHECK (attempts >= 0)
);
--> statement-breakpoint
CREATE TABLE "rate_limit" (
	"key" text NOT NULL,
	"window_start" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "rate_limit_key_window_start_pk" PRIMARY KEY("key","window_start")
);
--> statement-breakpoint
CREATE TABLE "seed" (
	"name" text PRIMARY KEY NOT NULL,
	"seeded_at" timestamp with time zone DEFAULT now() NOT NULL,
	CONSTRAINT "seed_name" CHECK (name IN ('reference', 'demo', 'demo-orders', 'live'))
);
--> statement-breakpoint
CREATE TABLE "webhook_delivery" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_delivery_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"endpoint_id" bigint NOT NULL,
	"message_id" text NOT NULL,
	"event" text NOT NULL,
	"payload" jsonb NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone DEFAULT now() NOT NULL,
	"delivered_at" timestamp with time zone,
	"failed_at" timestamp with time zone,
	"last_status" integer,
	"last_error" text,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"state" text GENERATED ALWAYS AS (case when delivered_at is not null then 'delivered' when failed_at is not null then 'failed' else 'waiting' end) STORED NOT NULL,
	CONSTRAINT "webhook_delivery_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
CREATE TABLE "webhook_endpoint" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "webhook_endpoint_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"url" text NOT NULL,
	"description" text NOT NULL,
	"events" text[] NOT NULL,
	"sealed_secret" text NOT NULL,
	"former_secret" text,
	"former_until" timestamp with time zone,
	"failing_since" timestamp with time zone,
	"stopped_at" timestamp with time zone,
	"stopped_reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "webhook_endpoint_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "webhook_endpoint_url" CHECK (length(url) BETWEEN 1 AND 500),
	CONSTRAINT "webhook_endpoint_stopped" CHECK ((stopped_at IS NULL) = (stopped_reason IS NULL)),
	CONSTRAINT "webhook_endpoint_stopped_reason" CHECK (stopped_reason IN ('operator', 'failing', 'gone')),
	CONSTRAINT "webhook_endpoint_former" CHECK ((former_secret IS NULL) = (former_until IS NULL))
);
--> statement-breakpoint
CREATE TABLE "product_worry" (
	"shop_id" bigint NOT NULL,
	"worry_id" bigint NOT NULL,
	"product_id" bigint NOT NULL,
	"sort_no" integer NOT NULL,
	CONSTRAINT "product_worry_shop_id_worry_id_product_id_pk" PRIMARY KEY("shop_id","worry_id","product_id")
);
--> statement-breakpoint
CREATE TABLE "worry" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "worry_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"worry_name" text NOT NULL,
	"slug" text NOT NULL,
	"title" text NOT NULL,
	"lead" text NOT NULL,
	"search_name" text GENERATED ALWAYS AS (translate(lower(normalize(worry_name || ' ' || title, NFKC)), 'ァアィイゥウェエォオカガキギクグケゲコゴサザシジスズセゼソゾタダチヂッツヅテデトドナニヌネノハバパヒビピフブプヘベペホボポマミムメモャヤュユョヨラリルレロヮワヰヱヲンヴヵヶぁぃぅぇぉっゃゅょゎー・‐-–〜~''’', 'ああいいううええおおかがきぎくぐけげこごさざしじすずせぜそぞただちぢつつづてでとどなにぬねのはばぱひびぴふぶぷへべぺほぼぽまみむめもややゆゆよよらりるれろわわゐゑをんゔゕゖあいうえおつやゆよわ')) STORED,
	"sort_no" integer NOT NULL,
	CONSTRAINT "worry_shop_id_id_pk" PRIMARY KEY("shop_id","id")
);
--> statement-breakpoint
ALTER TABLE "ad_letter" ADD CONSTRAINT "ad_letter_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_abandonment_setting" ADD CONSTRAINT "cart_abandonment_setting_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_reminder" ADD CONSTRAINT "cart_reminder_tracking_id_fk" FOREIGN KEY ("shop_id","tracking_id") REFERENCES "public"."cart_tracking"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_tracking" ADD CONSTRAINT "cart_tracking_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acting_session" ADD CONSTRAINT "acting_session_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "acting_session" ADD CONSTRAINT "acting_session_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_campaign" ADD CONSTRAINT "ad_campaign_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ad_tracking" ADD CONSTRAINT "ad_tracking_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "api_key" ADD CONSTRAINT "api_key_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_job" ADD CONSTRAINT "bulk_job_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_job" ADD CONSTRAINT "bulk_job_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "bulk_job_row" ADD CONSTRAINT "bulk_job_row_job_id_fk" FOREIGN KEY ("shop_id","job_id") REFERENCES "public"."bulk_job"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_item" ADD CONSTRAINT "cart_item_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_item" ADD CONSTRAINT "cart_item_product_sku_id_fk" FOREIGN KEY ("shop_id","product_sku_id") REFERENCES "public"."product_sku"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cart_sync" ADD CONSTRAINT "cart_sync_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_token" ADD CONSTRAINT "access_token_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "consent_event" ADD CONSTRAINT "consent_event_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_customer_rank_id_fk" FOREIGN KEY ("shop_id","customer_rank_id") REFERENCES "public"."customer_rank"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer" ADD CONSTRAINT "customer_merged_into_id_fk" FOREIGN KEY ("shop_id","merged_into_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_address" ADD CONSTRAINT "customer_address_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_note" ADD CONSTRAINT "customer_note_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_note" ADD CONSTRAINT "customer_note_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_rank_decision" ADD CONSTRAINT "customer_rank_decision_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_rank_event" ADD CONSTRAINT "customer_rank_event_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "one_time_token" ADD CONSTRAINT "one_time_token_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "security_event" ADD CONSTRAINT "security_event_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery" ADD CONSTRAINT "delivery_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_lead" ADD CONSTRAINT "delivery_lead_delivery_id_fk" FOREIGN KEY ("shop_id","delivery_id") REFERENCES "public"."delivery"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_prefecture_fee" ADD CONSTRAINT "delivery_prefecture_fee_delivery_id_fk" FOREIGN KEY ("shop_id","delivery_id") REFERENCES "public"."delivery"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_time" ADD CONSTRAINT "delivery_time_delivery_id_fk" FOREIGN KEY ("shop_id","delivery_id") REFERENCES "public"."delivery"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_payment" ADD CONSTRAINT "shop_payment_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_payment_fee" ADD CONSTRAINT "shop_payment_fee_shop_payment_id_fk" FOREIGN KEY ("shop_id","shop_payment_id") REFERENCES "public"."shop_payment"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "extension_note" ADD CONSTRAINT "extension_note_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_delivery_id_fk" FOREIGN KEY ("shop_id","delivery_id") REFERENCES "public"."delivery"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_shipping_batch_id_fk" FOREIGN KEY ("shop_id","shipping_batch_id") REFERENCES "public"."shipping_batch"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_shipping_file_id_fk" FOREIGN KEY ("shop_id","shipping_file_id") REFERENCES "public"."shipping_file"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment" ADD CONSTRAINT "shipment_rides_with_id_fk" FOREIGN KEY ("shop_id","rides_with_id") REFERENCES "public"."shipment"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_event" ADD CONSTRAINT "shipment_event_shipment_id_fk" FOREIGN KEY ("shop_id","shipment_id") REFERENCES "public"."shipment"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_item" ADD CONSTRAINT "shipment_item_shipment_id_fk" FOREIGN KEY ("shop_id","shipment_id") REFERENCES "public"."shipment"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipment_item" ADD CONSTRAINT "shipment_item_order_item_id_fk" FOREIGN KEY ("shop_id","order_item_id") REFERENCES "public"."order_item"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_batch" ADD CONSTRAINT "shipping_batch_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_batch" ADD CONSTRAINT "shipping_batch_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_decision" ADD CONSTRAINT "shipping_decision_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_file" ADD CONSTRAINT "shipping_file_shipping_batch_id_fk" FOREIGN KEY ("shop_id","shipping_batch_id") REFERENCES "public"."shipping_batch"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_import" ADD CONSTRAINT "shipping_import_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_import_row" ADD CONSTRAINT "shipping_import_row_shipping_import_id_fk" FOREIGN KEY ("shop_id","shipping_import_id") REFERENCES "public"."shipping_import"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_insert" ADD CONSTRAINT "shipping_insert_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shipping_setting" ADD CONSTRAINT "shipping_setting_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_carrier" ADD CONSTRAINT "shop_carrier_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry" ADD CONSTRAINT "inquiry_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry_message" ADD CONSTRAINT "inquiry_message_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry_message" ADD CONSTRAINT "inquiry_message_inquiry_id_fk" FOREIGN KEY ("shop_id","inquiry_id") REFERENCES "public"."inquiry"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "inquiry_template" ADD CONSTRAINT "inquiry_template_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_friend" ADD CONSTRAINT "line_friend_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "line_link_nonce" ADD CONSTRAINT "line_link_nonce_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "message_text" ADD CONSTRAINT "message_text_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "move_in" ADD CONSTRAINT "move_in_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "move_in_file" ADD CONSTRAINT "move_in_file_shop_id_move_in_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."move_in"("shop_id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "moved_row" ADD CONSTRAINT "moved_row_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "audit_event" ADD CONSTRAINT "audit_event_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_challenge" ADD CONSTRAINT "operator_challenge_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_invitation" ADD CONSTRAINT "operator_invitation_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_passkey" ADD CONSTRAINT "operator_passkey_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_recovery_code" ADD CONSTRAINT "operator_recovery_code_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_role" ADD CONSTRAINT "operator_role_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_role" ADD CONSTRAINT "operator_role_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "operator_session" ADD CONSTRAINT "operator_session_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "saved_view" ADD CONSTRAINT "saved_view_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_document" ADD CONSTRAINT "order_document_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_evidence" ADD CONSTRAINT "order_evidence_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_item" ADD CONSTRAINT "order_item_product_sku_id_fk" FOREIGN KEY ("shop_id","product_sku_id") REFERENCES "public"."product_sku"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_note" ADD CONSTRAINT "order_note_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_note" ADD CONSTRAINT "order_note_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_request" ADD CONSTRAINT "order_request_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_request" ADD CONSTRAINT "order_request_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_status_event" ADD CONSTRAINT "order_status_event_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_subscription_id_fk" FOREIGN KEY ("shop_id","subscription_id") REFERENCES "public"."subscription"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivery_id_fk" FOREIGN KEY ("shop_id","delivery_id") REFERENCES "public"."delivery"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_delivery_time_id_fk" FOREIGN KEY ("shop_id","delivery_time_id") REFERENCES "public"."delivery_time"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "card_registration" ADD CONSTRAINT "card_registration_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment" ADD CONSTRAINT "payment_order_id_fk" FOREIGN KEY ("shop_id","order_id") REFERENCES "public"."orders"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_difference" ADD CONSTRAINT "payment_difference_payment_id_fk" FOREIGN KEY ("shop_id","payment_id") REFERENCES "public"."payment"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payment_event" ADD CONSTRAINT "payment_event_payment_id_fk" FOREIGN KEY ("shop_id","payment_id") REFERENCES "public"."payment"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture" ADD CONSTRAINT "picture_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "picture" ADD CONSTRAINT "picture_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_request" ADD CONSTRAINT "privacy_request_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "privacy_request" ADD CONSTRAINT "privacy_request_inquiry_id_fk" FOREIGN KEY ("shop_id","inquiry_id") REFERENCES "public"."inquiry"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "category" ADD CONSTRAINT "category_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product" ADD CONSTRAINT "product_category_id_fk" FOREIGN KEY ("shop_id","category_id") REFERENCES "public"."category"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_image" ADD CONSTRAINT "product_image_product_id_fk" FOREIGN KEY ("shop_id","product_id") REFERENCES "public"."product"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_related" ADD CONSTRAINT "product_related_product_id_fk" FOREIGN KEY ("shop_id","product_id") REFERENCES "public"."product"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_related" ADD CONSTRAINT "product_related_related_id_fk" FOREIGN KEY ("shop_id","related_id") REFERENCES "public"."product"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_sku" ADD CONSTRAINT "product_sku_product_id_fk" FOREIGN KEY ("shop_id","product_id") REFERENCES "public"."product"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "stock_event" ADD CONSTRAINT "stock_event_product_sku_id_fk" FOREIGN KEY ("shop_id","product_sku_id") REFERENCES "public"."product_sku"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restock_request" ADD CONSTRAINT "restock_request_product_sku_id_fk" FOREIGN KEY ("shop_id","product_sku_id") REFERENCES "public"."product_sku"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "restock_request" ADD CONSTRAINT "restock_request_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_change" ADD CONSTRAINT "scheduled_change_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scheduled_change" ADD CONSTRAINT "scheduled_change_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "client" ADD CONSTRAINT "client_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "customer_rank" ADD CONSTRAINT "customer_rank_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "master_data" ADD CONSTRAINT "master_data_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_account" ADD CONSTRAINT "shop_account_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shop_content" ADD CONSTRAINT "shop_content_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "article" ADD CONSTRAINT "article_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "home_block" ADD CONSTRAINT "home_block_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "billing_attempt" ADD CONSTRAINT "billing_attempt_subscription_id_fk" FOREIGN KEY ("shop_id","subscription_id") REFERENCES "public"."subscription"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_offer" ADD CONSTRAINT "price_offer_subscription_id_fk" FOREIGN KEY ("shop_id","subscription_id") REFERENCES "public"."subscription"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "price_offer" ADD CONSTRAINT "price_offer_product_sku_id_fk" FOREIGN KEY ("shop_id","product_sku_id") REFERENCES "public"."product_sku"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_customer_id_fk" FOREIGN KEY ("shop_id","customer_id") REFERENCES "public"."customer"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_delivery_id_fk" FOREIGN KEY ("shop_id","delivery_id") REFERENCES "public"."delivery"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription" ADD CONSTRAINT "subscription_delivery_time_id_fk" FOREIGN KEY ("shop_id","delivery_time_id") REFERENCES "public"."delivery_time"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_cycle" ADD CONSTRAINT "subscription_cycle_subscription_id_fk" FOREIGN KEY ("shop_id","subscription_id") REFERENCES "public"."subscription"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_event" ADD CONSTRAINT "subscription_event_subscription_id_fk" FOREIGN KEY ("shop_id","subscription_id") REFERENCES "public"."subscription"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_note" ADD CONSTRAINT "subscription_note_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_note" ADD CONSTRAINT "subscription_note_subscription_id_fk" FOREIGN KEY ("shop_id","subscription_id") REFERENCES "public"."subscription"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_order_item" ADD CONSTRAINT "subscription_order_item_subscription_id_fk" FOREIGN KEY ("shop_id","subscription_id") REFERENCES "public"."subscription"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "subscription_order_item" ADD CONSTRAINT "subscription_order_item_product_sku_id_fk" FOREIGN KEY ("shop_id","product_sku_id") REFERENCES "public"."product_sku"("shop_id","id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_delivery" ADD CONSTRAINT "webhook_delivery_endpoint_id_fk" FOREIGN KEY ("shop_id","endpoint_id") REFERENCES "public"."webhook_endpoint"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "webhook_endpoint" ADD CONSTRAINT "webhook_endpoint_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_worry" ADD CONSTRAINT "product_worry_worry_id_fk" FOREIGN KEY ("shop_id","worry_id") REFERENCES "public"."worry"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "product_worry" ADD CONSTRAINT "product_worry_product_id_fk" FOREIGN KEY ("shop_id","product_id") REFERENCES "public"."product"("shop_id","id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "worry" ADD CONSTRAINT "worry_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ad_letter_unsubscribe_hash_index" ON "ad_letter" USING btree ("unsubscribe_hash");--> statement-breakpoint
CREATE INDEX "ad_letter_shop_id_customer_id_index" ON "ad_letter" USING btree ("shop_id","customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cart_reminder_shop_id_tracking_id_step_index" ON "cart_reminder" USING btree ("shop_id","tracking_id","step");--> statement-breakpoint
CREATE UNIQUE INDEX "cart_reminder_shop_id_restore_hash_index" ON "cart_reminder" USING btree ("shop_id","restore_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "cart_tracking_shop_id_tracking_hash_index" ON "cart_tracking" USING btree ("shop_id","tracking_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "cart_tracking_open_member" ON "cart_tracking" USING btree ("shop_id","customer_id") WHERE ended_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "cart_tracking_open_guest" ON "cart_tracking" USING btree ("shop_id","email") WHERE ended_at is null and customer_id is null;--> statement-breakpoint
CREATE INDEX "cart_tracking_due" ON "cart_tracking" USING btree ("next_at") WHERE ended_at is null;--> statement-breakpoint
CREATE INDEX "cart_tracking_customer_id_id_index" ON "cart_tracking" USING btree ("customer_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "acting_session_shop_id_code_hash_index" ON "acting_session" USING btree ("shop_id","code_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "acting_session_shop_id_token_hash_index" ON "acting_session" USING btree ("shop_id","token_hash");--> statement-breakpoint
CREATE INDEX "acting_session_shop_id_customer_id_id_index" ON "acting_session" USING btree ("shop_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "acting_session_open" ON "acting_session" USING btree ("expires_at") WHERE begun_at is not null and ended_at is null;--> statement-breakpoint
CREATE INDEX "acting_session_created_at_index" ON "acting_session" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "ad_tracking_shop_id_state_hash_index" ON "ad_tracking" USING btree ("shop_id","state_hash");--> statement-breakpoint
CREATE INDEX "ad_tracking_shop_id_line_user_id_index" ON "ad_tracking" USING btree ("shop_id","line_user_id");--> statement-breakpoint
CREATE INDEX "ad_tracking_shop_id_created_at_adcd_index" ON "ad_tracking" USING btree ("shop_id","created_at","adcd");--> statement-breakpoint
CREATE UNIQUE INDEX "api_key_shop_id_key_hash_index" ON "api_key" USING btree ("shop_id","key_hash");--> statement-breakpoint
CREATE INDEX "bulk_job_open" ON "bulk_job" USING btree ("updated_at") WHERE state IN ('checking', 'running', 'taking_back');--> statement-breakpoint
CREATE INDEX "bulk_job_row_shop_id_job_id_state_subject_id_index" ON "bulk_job_row" USING btree ("shop_id","job_id","state","subject_id");--> statement-breakpoint
CREATE UNIQUE INDEX "cart_item_shop_id_customer_id_product_sku_id_subscription_index" ON "cart_item" USING btree ("shop_id","customer_id","product_sku_id","subscription");--> statement-breakpoint
CREATE INDEX "cart_item_updated_at_index" ON "cart_item" USING btree ("updated_at");--> statement-breakpoint
CREATE UNIQUE INDEX "access_token_shop_id_id_index" ON "access_token" USING btree ("shop_id","id");--> statement-breakpoint
CREATE INDEX "access_token_customer_id_index" ON "access_token" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "consent_event_customer_id_index" ON "consent_event" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_shop_id_email_index" ON "customer" USING btree ("shop_id","email");--> statement-breakpoint
CREATE INDEX "customer_shop_id_created_at_id_index" ON "customer" USING btree ("shop_id","created_at","id");--> statement-breakpoint
CREATE INDEX "customer_shop_id_customer_rank_id_created_at_id_index" ON "customer" USING btree ("shop_id","customer_rank_id","created_at","id");--> statement-breakpoint
CREATE INDEX "customer_cards_to_forget" ON "customer" USING btree ("forget_cards_at" NULLS FIRST,"id") WHERE withdrawn_at is not null and gmo_id is not null;--> statement-breakpoint
CREATE INDEX "customer_advertised" ON "customer" USING btree ("shop_id","created_at","adcd") WHERE adcd is not null;--> statement-breakpoint
CREATE INDEX "customer_linked" ON "customer" USING btree ("shop_id","created_at","id") WHERE line_id is not null;--> statement-breakpoint
CREATE INDEX "customer_merged" ON "customer" USING btree ("shop_id","merged_into_id","id") WHERE merged_into_id is not null;--> statement-breakpoint
CREATE INDEX "customer_email_plain" ON "customer" USING btree ("shop_id",(replace(split_part(email, '@', 1), '.', '') || '@' || split_part(email, '@', 2)));--> statement-breakpoint
CREATE INDEX "customer_email_prefix" ON "customer" USING btree ("shop_id","email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "customer_phone_prefix" ON "customer" USING btree ("shop_id","phone_number" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "customer_name_prefix" ON "customer" USING btree ("shop_id",(name01 || name02) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "customer_kana_prefix" ON "customer" USING btree ("shop_id",(kana01 || kana02) text_pattern_ops);--> statement-breakpoint
CREATE UNIQUE INDEX "customer_shop_id_line_id_index" ON "customer" USING btree ("shop_id","line_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_shop_id_idempotency_key_index" ON "customer" USING btree ("shop_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "customer_address_customer_id_index" ON "customer_address" USING btree ("customer_id");--> statement-breakpoint
CREATE UNIQUE INDEX "customer_address_default" ON "customer_address" USING btree ("shop_id","customer_id") WHERE is_default;--> statement-breakpoint
CREATE INDEX "customer_note_shop_id_customer_id_id_index" ON "customer_note" USING btree ("shop_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "customer_rank_event_shop_id_customer_id_id_index" ON "customer_rank_event" USING btree ("shop_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "one_time_token_customer_id_purpose_index" ON "one_time_token" USING btree ("customer_id","purpose");--> statement-breakpoint
CREATE INDEX "one_time_token_expires_at_index" ON "one_time_token" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "security_event_customer_id_created_at_index" ON "security_event" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "security_event_created_at_index" ON "security_event" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "extension_note_due" ON "extension_note" USING btree ("shop_id","extension","next_attempt_at","id");--> statement-breakpoint
CREATE INDEX "extension_note_created_at_index" ON "extension_note" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "shipment_shop_id_shipment_no_index" ON "shipment" USING btree ("shop_id","shipment_no");--> statement-breakpoint
CREATE INDEX "shipment_shop_id_shipped_at_id_index" ON "shipment" USING btree ("shop_id","shipped_at","id");--> statement-breakpoint
CREATE INDEX "shipment_rides_with" ON "shipment" USING btree ("shop_id","rides_with_id") WHERE rides_with_id IS NOT NULL;--> statement-breakpoint
CREATE INDEX "shipment_tracking_no" ON "shipment" USING btree ("shop_id","tracking_no") WHERE tracking_no IS NOT NULL;--> statement-breakpoint
CREATE INDEX "shipment_order_id_index" ON "shipment" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "shipment_tracking_prefix" ON "shipment" USING btree ("shop_id","tracking_no" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "shipment_shipping_batch_id_index" ON "shipment" USING btree ("shipping_batch_id");--> statement-breakpoint
CREATE INDEX "shipment_packed" ON "shipment" USING btree ("shop_id","shipping_batch_id") WHERE status = 'packed';--> statement-breakpoint
CREATE INDEX "shipment_shipped_at_index" ON "shipment" USING btree ("shipped_at") WHERE status = 'shipped';--> statement-breakpoint
CREATE INDEX "shipment_event_shop_id_shipment_id_index" ON "shipment_event" USING btree ("shop_id","shipment_id");--> statement-breakpoint
CREATE INDEX "shipment_item_order_item_id_index" ON "shipment_item" USING btree ("order_item_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shipping_batch_shop_id_batch_no_index" ON "shipping_batch" USING btree ("shop_id","batch_no");--> statement-breakpoint
CREATE INDEX "shipping_batch_shop_id_created_at_id_index" ON "shipping_batch" USING btree ("shop_id","created_at","id");--> statement-breakpoint
CREATE INDEX "shipping_batch_open" ON "shipping_batch" USING btree ("shop_id","id") WHERE status <> 'completed';--> statement-breakpoint
CREATE INDEX "shipping_file_kept" ON "shipping_file" USING btree ("created_at") WHERE content IS NOT NULL;--> statement-breakpoint
CREATE UNIQUE INDEX "shipping_import_shop_id_digest_index" ON "shipping_import" USING btree ("shop_id","digest");--> statement-breakpoint
CREATE INDEX "shipping_import_shop_id_created_at_id_index" ON "shipping_import" USING btree ("shop_id","created_at","id");--> statement-breakpoint
CREATE INDEX "shipping_import_row_waiting" ON "shipping_import_row" USING btree ("shop_id","shipping_import_id") WHERE state = 'waiting';--> statement-breakpoint
CREATE INDEX "shipping_import_row_failed" ON "shipping_import_row" USING btree ("shop_id","shipping_import_id") WHERE state = 'failed';--> statement-breakpoint
CREATE UNIQUE INDEX "inquiry_shop_id_inquiry_no_index" ON "inquiry" USING btree ("shop_id","inquiry_no");--> statement-breakpoint
CREATE UNIQUE INDEX "inquiry_shop_id_idempotency_key_index" ON "inquiry" USING btree ("shop_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "inquiry_shop_id_kind_queue_at_id_index" ON "inquiry" USING btree ("shop_id","kind","queue_at","id");--> statement-breakpoint
CREATE INDEX "inquiry_shop_id_kind_created_at_id_index" ON "inquiry" USING btree ("shop_id","kind","created_at","id");--> statement-breakpoint
CREATE INDEX "inquiry_shop_id_kind_inquiry_status_id_queue_at_id_index" ON "inquiry" USING btree ("shop_id","kind","inquiry_status_id","queue_at","id");--> statement-breakpoint
CREATE INDEX "inquiry_shop_id_kind_inquiry_category_id_queue_at_id_index" ON "inquiry" USING btree ("shop_id","kind","inquiry_category_id","queue_at","id");--> statement-breakpoint
CREATE INDEX "inquiry_shop_id_kind_inquiry_type_id_queue_at_id_index" ON "inquiry" USING btree ("shop_id","kind","inquiry_type_id","queue_at","id");--> statement-breakpoint
CREATE INDEX "inquiry_shop_id_operator_id_queue_at_id_index" ON "inquiry" USING btree ("shop_id","operator_id","queue_at","id");--> statement-breakpoint
CREATE INDEX "inquiry_decision_open" ON "inquiry" USING btree ("shop_id","created_at","id") WHERE kind = 'supplier' and decision is null;--> statement-breakpoint
CREATE INDEX "inquiry_name_prefix" ON "inquiry" USING btree ("shop_id","name" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "inquiry_email_prefix" ON "inquiry" USING btree ("shop_id","email" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "inquiry_no_prefix" ON "inquiry" USING btree ("shop_id","inquiry_no" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "inquiry_customer_id_index" ON "inquiry" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "inquiry_message_shop_id_inquiry_id_id_index" ON "inquiry_message" USING btree ("shop_id","inquiry_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "inquiry_template_shop_id_template_name_index" ON "inquiry_template" USING btree ("shop_id","template_name");--> statement-breakpoint
CREATE INDEX "line_link_nonce_customer_id_index" ON "line_link_nonce" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "line_link_nonce_expires_at_index" ON "line_link_nonce" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "line_webhook_event_received_at_index" ON "line_webhook_event" USING btree ("received_at");--> statement-breakpoint
CREATE UNIQUE INDEX "moved_row_shop_id_kind_row_id_index" ON "moved_row" USING btree ("shop_id","kind","row_id");--> statement-breakpoint
CREATE INDEX "audit_event_shop_id_created_at_id_index" ON "audit_event" USING btree ("shop_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_event_shop_id_subject_subject_id_created_at_id_index" ON "audit_event" USING btree ("shop_id","subject","subject_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_event_shop_id_operator_id_created_at_id_index" ON "audit_event" USING btree ("shop_id","operator_id","created_at","id");--> statement-breakpoint
CREATE INDEX "audit_event_fields" ON "audit_event" USING gin ("fields");--> statement-breakpoint
CREATE UNIQUE INDEX "operator_email_index" ON "operator" USING btree ("email");--> statement-breakpoint
CREATE INDEX "operator_challenge_expires_at_index" ON "operator_challenge" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "operator_invitation_shop_id_email_index" ON "operator_invitation" USING btree ("shop_id","email");--> statement-breakpoint
CREATE UNIQUE INDEX "operator_passkey_credential_id_index" ON "operator_passkey" USING btree ("credential_id");--> statement-breakpoint
CREATE INDEX "operator_passkey_operator_id_index" ON "operator_passkey" USING btree ("operator_id");--> statement-breakpoint
CREATE UNIQUE INDEX "operator_session_token_hash_index" ON "operator_session" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "operator_session_operator_id_index" ON "operator_session" USING btree ("operator_id");--> statement-breakpoint
CREATE INDEX "saved_view_shop_id_list_index" ON "saved_view" USING btree ("shop_id","list");--> statement-breakpoint
CREATE INDEX "order_item_order_id_index" ON "order_item" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "order_item_shop_id_product_id_order_id_index" ON "order_item" USING btree ("shop_id","product_id","order_id");--> statement-breakpoint
CREATE INDEX "order_item_shop_id_product_sku_id_order_id_index" ON "order_item" USING btree ("shop_id","product_sku_id","order_id");--> statement-breakpoint
CREATE INDEX "order_note_shop_id_order_id_id_index" ON "order_note" USING btree ("shop_id","order_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "order_request_shop_id_request_no_index" ON "order_request" USING btree ("shop_id","request_no");--> statement-breakpoint
CREATE UNIQUE INDEX "order_request_shop_id_customer_id_idempotency_key_index" ON "order_request" USING btree ("shop_id","customer_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "order_request_shop_id_customer_id_id_index" ON "order_request" USING btree ("shop_id","customer_id","id");--> statement-breakpoint
CREATE INDEX "order_request_expires_at_index" ON "order_request" USING btree ("expires_at");--> statement-breakpoint
CREATE INDEX "order_status_event_order_id_index" ON "order_status_event" USING btree ("order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_shop_id_order_no_index" ON "orders" USING btree ("shop_id","order_no");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_shop_id_customer_id_idempotency_key_index" ON "orders" USING btree ("shop_id","customer_id","idempotency_key");--> statement-breakpoint
CREATE UNIQUE INDEX "orders_shop_id_subscription_id_cycle_index" ON "orders" USING btree ("shop_id","subscription_id","cycle");--> statement-breakpoint
CREATE INDEX "orders_customer_id_id_index" ON "orders" USING btree ("customer_id","id");--> statement-breakpoint
CREATE INDEX "orders_status_updated_at_index" ON "orders" USING btree ("status","updated_at");--> statement-breakpoint
CREATE INDEX "orders_shop_id_created_at_id_index" ON "orders" USING btree ("shop_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_shop_id_status_created_at_id_index" ON "orders" USING btree ("shop_id","status","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_shop_id_pref_id_created_at_id_index" ON "orders" USING btree ("shop_id","pref_id","created_at","id");--> statement-breakpoint
CREATE INDEX "orders_shop_id_payment_total_id_index" ON "orders" USING btree ("shop_id","payment_total","id");--> statement-breakpoint
CREATE INDEX "orders_shop_id_delivery_date_id_index" ON "orders" USING btree ("shop_id","delivery_date","id");--> statement-breakpoint
CREATE INDEX "orders_advertised" ON "orders" USING btree ("shop_id","adcd","created_at","id") WHERE adcd is not null;--> statement-breakpoint
CREATE INDEX "orders_noted" ON "orders" USING btree ("shop_id","created_at","id") WHERE delivery_notes <> '';--> statement-breakpoint
CREATE INDEX "orders_of_subscription" ON "orders" USING btree ("shop_id","created_at","id") WHERE subscription_id is not null;--> statement-breakpoint
CREATE INDEX "orders_once" ON "orders" USING btree ("shop_id","created_at","id") WHERE subscription_id is null;--> statement-breakpoint
CREATE INDEX "orders_no_prefix" ON "orders" USING btree ("shop_id","order_no" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "orders_phone_prefix" ON "orders" USING btree ("shop_id","phone_number" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "orders_name_prefix" ON "orders" USING btree ("shop_id",(name01 || name02) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "orders_kana_prefix" ON "orders" USING btree ("shop_id",(kana01 || kana02) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("shop_id","id") WHERE status = 'payment_pending' OR (status = 'payment_error' AND cycle > 1);--> statement-breakpoint
CREATE INDEX "orders_to_pack" ON "orders" USING btree ("shop_id","delivery_date","id") WHERE status IN ('received', 'arranged');--> statement-breakpoint
CREATE INDEX "card_decline_customer_id_created_at_index" ON "card_decline" USING btree ("customer_id","created_at");--> statement-breakpoint
CREATE INDEX "card_decline_address_key_created_at_index" ON "card_decline" USING btree ("address_key","created_at");--> statement-breakpoint
CREATE INDEX "card_decline_created_at_index" ON "card_decline" USING btree ("created_at");--> statement-breakpoint
CREATE UNIQUE INDEX "card_registration_shop_id_provider_order_id_index" ON "card_registration" USING btree ("shop_id","provider_order_id");--> statement-breakpoint
CREATE UNIQUE INDEX "card_registration_shop_id_customer_id_idempotency_key_index" ON "card_registration" USING btree ("shop_id","customer_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "card_registration_access_id_index" ON "card_registration" USING btree ("access_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payment_shop_id_provider_order_id_index" ON "payment" USING btree ("shop_id","provider_order_id");--> statement-breakpoint
CREATE INDEX "payment_order_id_index" ON "payment" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "payment_state_updated_at_index" ON "payment" USING btree ("state","updated_at");--> statement-breakpoint
CREATE INDEX "payment_shop_id_state_order_id_index" ON "payment" USING btree ("shop_id","state","order_id");--> statement-breakpoint
CREATE INDEX "payment_return_key_index" ON "payment" USING btree ("return_key");--> statement-breakpoint
CREATE INDEX "payment_payment_method_id_created_at_index" ON "payment" USING btree ("payment_method_id","created_at");--> statement-breakpoint
CREATE INDEX "payment_card_wanted" ON "payment" USING btree ("id") WHERE save_card;--> statement-breakpoint
CREATE UNIQUE INDEX "payment_difference_open" ON "payment_difference" USING btree ("shop_id","payment_id") WHERE resolved_at is null;--> statement-breakpoint
CREATE INDEX "payment_event_payment_id_index" ON "payment_event" USING btree ("payment_id");--> statement-breakpoint
CREATE UNIQUE INDEX "picture_shop_id_path_index" ON "picture" USING btree ("shop_id","path");--> statement-breakpoint
CREATE INDEX "picture_unused" ON "picture" USING btree ("unused_since") WHERE unused_since is not null;--> statement-breakpoint
CREATE INDEX "privacy_request_shop_id_due_on_id_index" ON "privacy_request" USING btree ("shop_id","due_on","id");--> statement-breakpoint
CREATE INDEX "privacy_request_shop_id_created_at_id_index" ON "privacy_request" USING btree ("shop_id","created_at","id");--> statement-breakpoint
CREATE INDEX "privacy_request_shop_id_state_due_on_id_index" ON "privacy_request" USING btree ("shop_id","state","due_on","id");--> statement-breakpoint
CREATE INDEX "privacy_request_shop_id_customer_id_id_index" ON "privacy_request" USING btree ("shop_id","customer_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "category_shop_id_slug_index" ON "category" USING btree ("shop_id","slug");--> statement-breakpoint
CREATE UNIQUE INDEX "product_shop_id_slug_index" ON "product" USING btree ("shop_id","slug");--> statement-breakpoint
CREATE INDEX "product_shop_id_visible_sort_no_index" ON "product" USING btree ("shop_id","visible","sort_no");--> statement-breakpoint
CREATE INDEX "product_shop_id_sort_no_id_index" ON "product" USING btree ("shop_id","sort_no","id");--> statement-breakpoint
CREATE INDEX "product_shop_id_product_name_id_index" ON "product" USING btree ("shop_id","product_name","id");--> statement-breakpoint
CREATE INDEX "product_shop_id_sale_type_sort_no_id_index" ON "product" USING btree ("shop_id","sale_type","sort_no","id");--> statement-breakpoint
CREATE INDEX "product_shop_id_category_id_sort_no_id_index" ON "product" USING btree ("shop_id","category_id","sort_no","id");--> statement-breakpoint
CREATE INDEX "product_image_shop_id_path_index" ON "product_image" USING btree ("shop_id","path");--> statement-breakpoint
CREATE INDEX "product_related_shop_id_related_id_index" ON "product_related" USING btree ("shop_id","related_id");--> statement-breakpoint
CREATE INDEX "product_sku_product_id_index" ON "product_sku" USING btree ("product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "product_sku_shop_id_product_code_index" ON "product_sku" USING btree ("shop_id","product_code");--> statement-breakpoint
CREATE INDEX "product_sku_shop_id_price_index" ON "product_sku" USING btree ("shop_id","price");--> statement-breakpoint
CREATE INDEX "product_sku_not_sold" ON "product_sku" USING btree ("shop_id","product_code","id") WHERE not visible;--> statement-breakpoint
CREATE INDEX "product_sku_code_prefix" ON "product_sku" USING btree ("shop_id",lower(product_code) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "product_sku_image" ON "product_sku" USING btree ("shop_id","image_path") WHERE image_path is not null;--> statement-breakpoint
CREATE UNIQUE INDEX "stock_event_shop_id_idempotency_key_index" ON "stock_event" USING btree ("shop_id","idempotency_key");--> statement-breakpoint
CREATE INDEX "stock_event_shop_id_product_sku_id_created_at_id_index" ON "stock_event" USING btree ("shop_id","product_sku_id","created_at","id");--> statement-breakpoint
CREATE INDEX "restock_request_shop_id_customer_id_index" ON "restock_request" USING btree ("shop_id","customer_id");--> statement-breakpoint
CREATE INDEX "restock_request_created_at_index" ON "restock_request" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "scheduled_change_shop_id_state_starts_at_id_index" ON "scheduled_change" USING btree ("shop_id","state","starts_at","id");--> statement-breakpoint
CREATE INDEX "scheduled_change_shop_id_kind_subject_id_index" ON "scheduled_change" USING btree ("shop_id","kind","subject_id");--> statement-breakpoint
CREATE INDEX "scheduled_change_begins" ON "scheduled_change" USING btree ("starts_at") WHERE state = 'planned';--> statement-breakpoint
CREATE INDEX "scheduled_change_ends" ON "scheduled_change" USING btree ("ends_at") WHERE state = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "article_shop_id_slug_index" ON "article" USING btree ("shop_id","slug");--> statement-breakpoint
CREATE INDEX "article_shop_id_published_on_id_index" ON "article" USING btree ("shop_id","published_on","id");--> statement-breakpoint
CREATE UNIQUE INDEX "billing_attempt_shop_id_provider_order_id_index" ON "billing_attempt" USING btree ("shop_id","provider_order_id");--> statement-breakpoint
CREATE INDEX "price_offer_token_hash_index" ON "price_offer" USING btree ("token_hash");--> statement-breakpoint
CREATE UNIQUE INDEX "price_offer_shop_id_job_id_subscription_id_index" ON "price_offer" USING btree ("shop_id","job_id","subscription_id");--> statement-breakpoint
CREATE INDEX "price_offer_shop_id_subscription_id_id_index" ON "price_offer" USING btree ("shop_id","subscription_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "price_offer_open" ON "price_offer" USING btree ("shop_id","subscription_id","product_sku_id") WHERE settled_at is null;--> statement-breakpoint
CREATE INDEX "price_offer_due" ON "price_offer" USING btree ("shop_id","answer_by","id") WHERE settled_at is null;--> statement-breakpoint
CREATE UNIQUE INDEX "subscription_shop_id_billing_key_index" ON "subscription" USING btree ("shop_id","billing_key");--> statement-breakpoint
CREATE INDEX "subscription_customer_id_index" ON "subscription" USING btree ("customer_id");--> statement-breakpoint
CREATE INDEX "subscription_summary_status_next_delivery_date_index" ON "subscription" USING btree ("summary_status","next_delivery_date");--> statement-breakpoint
CREATE INDEX "subscription_shop_id_next_delivery_date_id_index" ON "subscription" USING btree ("shop_id","next_delivery_date","id");--> statement-breakpoint
CREATE INDEX "subscription_shop_id_created_at_id_index" ON "subscription" USING btree ("shop_id","created_at","id");--> statement-breakpoint
CREATE INDEX "subscription_shop_id_summary_status_next_delivery_date_id_index" ON "subscription" USING btree ("shop_id","summary_status","next_delivery_date","id");--> statement-breakpoint
CREATE INDEX "subscription_shop_id_payment_method_id_next_delivery_date_id_index" ON "subscription" USING btree ("shop_id","payment_method_id","next_delivery_date","id");--> statement-breakpoint
CREATE INDEX "subscription_phone_prefix" ON "subscription" USING btree ("shop_id","phone_number" text_pattern_ops);--> statement-breakpoint
CREATE INDEX "subscription_name_prefix" ON "subscription" USING btree ("shop_id",(name01 || name02) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "subscription_kana_prefix" ON "subscription" USING btree ("shop_id",(kana01 || kana02) text_pattern_ops);--> statement-breakpoint
CREATE INDEX "subscription_paid_ahead" ON "subscription" USING btree ("next_delivery_date") WHERE final_cycle is not null;--> statement-breakpoint
CREATE INDEX "subscription_event_subscription_id_index" ON "subscription_event" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "subscription_event_refund" ON "subscription_event" USING btree ("shop_id","id") WHERE event = 'ended' AND (detail -> 'refund') IS NOT NULL;--> statement-breakpoint
CREATE INDEX "subscription_note_shop_id_subscription_id_id_index" ON "subscription_note" USING btree ("shop_id","subscription_id","id");--> statement-breakpoint
CREATE INDEX "subscription_order_item_subscription_id_index" ON "subscription_order_item" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "subscription_order_item_shop_id_product_sku_id_index" ON "subscription_order_item" USING btree ("shop_id","product_sku_id");--> statement-breakpoint
CREATE INDEX "nonce_seen_at_index" ON "nonce" USING btree ("seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "outbox_shop_id_dedupe_key_index" ON "outbox" USING btree ("shop_id","dedupe_key");--> statement-breakpoint
CREATE INDEX "outbox_sent_at_failed_at_next_attempt_at_index" ON "outbox" USING btree ("sent_at","failed_at","next_attempt_at");--> statement-breakpoint
CREATE INDEX "outbox_shop_id_list_no_id_index" ON "outbox" USING btree ("shop_id","list_no","id");--> statement-breakpoint
CREATE INDEX "outbox_shop_id_state_list_no_id_index" ON "outbox" USING btree ("shop_id","state","list_no","id");--> statement-breakpoint
CREATE INDEX "outbox_shop_id_kind_list_no_id_index" ON "outbox" USING btree ("shop_id","kind","list_no","id");--> statement-breakpoint
CREATE INDEX "outbox_shop_id_created_at_id_index" ON "outbox" USING btree ("shop_id","created_at","id");--> statement-breakpoint
CREATE INDEX "outbox_due" ON "outbox" USING btree ("shop_id","next_attempt_at","id") WHERE sent_at is null and failed_at is null and stopped_at is null and bulk_job_id is null;--> statement-breakpoint
CREATE INDEX "outbox_due_of_bulk" ON "outbox" USING btree ("shop_id","next_attempt_at","id") WHERE sent_at is null and failed_at is null and stopped_at is null and bulk_job_id is not null;--> statement-breakpoint
CREATE INDEX "outbox_of_bulk_job" ON "outbox" USING btree ("shop_id","bulk_job_id","customer_id") WHERE bulk_job_id is not null;--> statement-breakpoint
CREATE INDEX "outbox_recipient_prefix" ON "outbox" USING btree ("shop_id",(payload ->> 'to') text_pattern_ops);--> statement-breakpoint
CREATE INDEX "outbox_of_customer" ON "outbox" USING btree ("shop_id","customer_id","id") WHERE customer_id is not null;--> statement-breakpoint
CREATE INDEX "outbox_of_order" ON "outbox" USING btree ("shop_id","order_id","id") WHERE order_id is not null;--> statement-breakpoint
CREATE INDEX "outbox_of_subscription" ON "outbox" USING btree ("shop_id","subscription_id","id") WHERE subscription_id is not null;--> statement-breakpoint
CREATE INDEX "webhook_delivery_due" ON "webhook_delivery" USING btree ("shop_id","endpoint_id","next_attempt_at","id") WHERE delivered_at IS NULL AND failed_at IS NULL;--> statement-breakpoint
CREATE INDEX "webhook_delivery_shop_id_endpoint_id_id_index" ON "webhook_delivery" USING btree ("shop_id","endpoint_id","id");--> statement-breakpoint
CREATE INDEX "webhook_delivery_created_at_index" ON "webhook_delivery" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "product_worry_shop_id_product_id_index" ON "product_worry" USING btree ("shop_id","product_id");--> statement-breakpoint
CREATE UNIQUE INDEX "worry_shop_id_slug_index" ON "worry" USING btree ("shop_id","slug");