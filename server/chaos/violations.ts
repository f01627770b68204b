import { counted } from '#shared/domain/count.ts';

/** Broken promises, grouped by kind. */
export type Violations = {
  /** `detail` says where; only the first three of a kind are listed. */
  add(what: string, detail?: unknown): void;
  list(): string[];
};

const detailsPerKind = 3;

export function createViolations(): Violations {
  const kinds = new Map<string, { count: number; details: string[] }>();
  return {
    add: (what, detail) => {
      const kind = kinds.get(what) ?? { count: 0, details: [] };
      kinds.set(what, kind);
      kind.count += 1;
      if (detail !== undefined && kind.details.length < detailsPerKind) kind.details.push(JSON.stringify(detail));
    },
    list: () =>
      [...kinds].map(([what, { count, details }]) =>
        [`${what} (${counted(count, 'time')})`, ...details].join('\n    '),
      ),
  };
}
