import { z } from 'zod'

/** The shop's own words that customers read: words that a law restricts are asked about wherever they are written. */
export function readByCustomers<S extends z.core.$ZodType>(schema: S): S {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), read_by: 'customers' })
  return schema
}
