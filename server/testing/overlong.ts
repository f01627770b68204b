import { z } from 'zod';

const many = (text: string) => text.repeat(14_000 / text.length);

/** Texts below the size limit of a body, on which a careless pattern or normalisation takes quadratic time. */
export const overlong: readonly string[] = [
  `a@${many('.')}@`,
  `${many('a.')}@`,
  many('e\u0301'),
  many('\u0344'),
  many(' a'),
  many('1'),
  many('-'),
];

/** An input of the schema's shape with `text` in every text field. */
export function filledWith(text: string, schema: z.ZodType): unknown {
  return filled(text, z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }));
}

function filled(text: string, shape: z.core.JSONSchema.BaseSchema): unknown {
  const [one] = shape.anyOf ?? shape.oneOf ?? [];
  if (one) return filled(text, one);
  if (shape.properties) {
    return Object.fromEntries(
      Object.entries(shape.properties).map(([key, field]) => [key, filled(text, field as typeof shape)]),
    );
  }
  if (shape.type === 'array') return [filled(text, shape.items as typeof shape)];
  return shape.type === 'string' || shape.enum ? text : 1;
}
