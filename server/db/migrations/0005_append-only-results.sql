REVOKE UPDATE, DELETE ON results, leg_grades FROM ching_app;
