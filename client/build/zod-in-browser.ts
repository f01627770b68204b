import type { Plugin } from 'vite';

/**
 * Leaves zod's JSON Schema code out of the built client: 17 kB that the browser never needs. Zod offers no option for
 * it: every schema refers to that code.
 *
 * Each export becomes a stub. While zod builds a schema, it calls some exports to create the schema's methods. A stub
 * therefore returns a function, and only that function throws.
 */
export function withoutJsonSchema(): Plugin & {
  transform(code: string, id: string): { code: string; map: null } | null;
} {
  const modules = /\/zod\/v4\/core\/(to-json-schema|json-schema-processors)\.js$/;
  return {
    name: 'without-json-schema',
    apply: 'build',
    transform(code: string, id: string) {
      if (!modules.test(id)) return null;
      const names = [...code.matchAll(/^export (?:const|function) (\w+)/gm)].map(([, name]) => name);
      const missing = "const missing = () => () => { throw new Error('There is no JSON Schema in the browser'); };";
      return { code: [missing, ...names.map((name) => `export const ${name} = missing;`)].join('\n'), map: null };
    },
  };
}

/**
 * The code that runs before a chunk's first module. It configures zod not to compile schemas with `eval`. The content
 * security policy forbids `eval`, and browsers report even zod's attempt. Only the chunk with zod's core needs it.
 */
export function zodSettings({ moduleIds }: { moduleIds: readonly string[] }): string {
  const hasZod = moduleIds.some((id) => id.endsWith('/zod/v4/core/core.js'));
  return hasZod ? 'globalThis.__zod_globalConfig = { jitless: true };' : '';
}
