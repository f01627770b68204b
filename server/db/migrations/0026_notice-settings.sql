CREATE TABLE "notice_settings" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"push" json DEFAULT '{}'::json NOT NULL,
	"quiet_from" integer DEFAULT 1320,
	"quiet_until" integer DEFAULT 480,
	"time_zone" text,
	CONSTRAINT "notice_settings_quiet" CHECK (("notice_settings"."quiet_from" is null) = ("notice_settings"."quiet_until" is null) and "notice_settings"."quiet_from" <> "notice_settings"."quiet_until"
        and "notice_settings"."quiet_from" between 0 and 1439 and "notice_settings"."quiet_until" between 0 and 1439)
);
