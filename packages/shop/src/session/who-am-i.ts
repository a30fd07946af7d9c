import type { Verb } from '../context.ts'
import { loadCustomer } from './internal/load-customer.ts'

/** Returns the member whose token the request carries. */
export const whoAmI: Verb<'POST /v1/common/me'> = (ctx) => loadCustomer(ctx, ctx.customer_id)
