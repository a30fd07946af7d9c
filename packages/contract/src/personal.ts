import { z } from 'zod'

/** What a field holds of a person: who may not see personal data is answered with a mask of that kind. */
export type Personal = 'name' | 'text' | 'address' | 'phone'

/** A name or a text that may hold personal data, in any answer of the admin that contains it. */
export function personal<S extends z.core.$ZodType>(kind: Personal, schema: S): S {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), personal: kind })
  return schema
}
