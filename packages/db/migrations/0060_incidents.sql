CREATE TABLE "privacy_incident" (
	"shop_id" bigint NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY (sequence name "privacy_incident_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"found_on" date NOT NULL,
	"what" text NOT NULL,
	"population" text NOT NULL,
	"from_on" date NOT NULL,
	"to_on" date NOT NULL,
	"leaked" text[] NOT NULL,
	"is_sensitive" boolean NOT NULL,
	"has_money_risk" boolean NOT NULL,
	"is_malicious" boolean NOT NULL,
	"measures" text NOT NULL,
	"persons" integer NOT NULL,
	"persons_by_field" jsonb NOT NULL,
	"first_reported_on" date,
	"final_reported_on" date,
	"notified_on" date,
	"actor_kind" text NOT NULL,
	"actor_id" bigint,
	"actor_name" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "privacy_incident_shop_id_id_pk" PRIMARY KEY("shop_id","id"),
	CONSTRAINT "privacy_incident_actor" CHECK (CASE actor_kind
      WHEN 'member' THEN actor_id IS NOT NULL AND actor_name = ''
      WHEN 'operator' THEN actor_name <> ''
      WHEN 'guest' THEN actor_id IS NULL AND actor_name = ''
      WHEN 'provider' THEN actor_id IS NULL AND actor_name <> ''
      WHEN 'system' THEN actor_id IS NULL AND actor_name <> ''
      ELSE false END),
	CONSTRAINT "privacy_incident_population" CHECK (population IN ('members_of_period', 'buyers_of_period')),
	CONSTRAINT "privacy_incident_period" CHECK (from_on <= to_on),
	CONSTRAINT "privacy_incident_persons" CHECK (persons >= 0)
);
--> statement-breakpoint
ALTER TABLE "privacy_incident" ADD CONSTRAINT "privacy_incident_shop_id_shop_id_fk" FOREIGN KEY ("shop_id") REFERENCES "public"."shop"("id") ON DELETE no action ON UPDATE no action;