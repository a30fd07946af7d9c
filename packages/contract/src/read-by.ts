import { z } from 'zod'

/**
 * Declares that a field holds text of the shop that customers read. Such text is checked for legally restricted words
 * wherever it is entered.
 */
export function markCustomerFacing<S extends z.core.$ZodType>(schema: S): S {
  z.globalRegistry.add(schema, { ...z.globalRegistry.get(schema), read_by: 'customers' })
  return schema
}
