REVOKE UPDATE, DELETE ON quote_history, audit_log FROM ching_app;
