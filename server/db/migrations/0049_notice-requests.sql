ALTER TYPE "public"."logged_act" ADD VALUE 'note-removed' BEFORE 'manager-named';--> statement-breakpoint
ALTER TYPE "public"."notice_kind" ADD VALUE 'asked' BEFORE 'announcement';