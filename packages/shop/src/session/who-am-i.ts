import type { Verb } from '../context.ts'
import { loadCustomer } from './internal/load-customer.ts'

/** The member whose token came with the request. */
export const whoAmI: Verb<'POST /v1/common/me'> = (ctx) => loadCustomer(ctx, ctx.customer_id)
