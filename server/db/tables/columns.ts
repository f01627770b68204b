import { bigint, pgEnum, timestamp } from 'drizzle-orm/pg-core';
import { grades, rules } from '#shared/domain/grade.ts';
import { markets, sides } from '#shared/domain/side.ts';
import { sports } from '#shared/domain/sport.ts';

export const sportEnum = pgEnum('sport', sports);

export const marketEnum = pgEnum('market', markets);

export const sideEnum = pgEnum('side', sides);

export const gradeEnum = pgEnum('grade', grades);

export const ruleEnum = pgEnum('rule', rules);

export const instant = (name: string) => timestamp(name, { withTimezone: true, mode: 'date' });

/** Integer hundredths of a Ching. */
export const money = (name: string) => bigint(name, { mode: 'number' });
