CREATE TABLE "report_mail" (
	"shop_id" bigint NOT NULL,
	"view_id" integer NOT NULL,
	"operator_id" integer NOT NULL,
	"every" text NOT NULL,
	"sent_for" date NOT NULL,
	CONSTRAINT "report_mail_shop_id_view_id_operator_id_every_pk" PRIMARY KEY("shop_id","view_id","operator_id","every"),
	CONSTRAINT "report_mail_every" CHECK (every IN ('monday', 'first'))
);
--> statement-breakpoint
ALTER TABLE "report_mail" ADD CONSTRAINT "report_mail_operator_id_operator_id_fk" FOREIGN KEY ("operator_id") REFERENCES "public"."operator"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "report_mail" ADD CONSTRAINT "report_mail_view_id_fk" FOREIGN KEY ("shop_id","view_id") REFERENCES "public"."saved_view"("shop_id","id") ON DELETE cascade ON UPDATE no action;