import type { ScheduleKind } from '@kushi/values/schedule'
import type { Kind } from './kinds/kind.ts'
import { price, tax_rate, visibility } from './kinds/product.ts'
import { closing, content, delivery_fee, free_amount } from './kinds/shop.ts'

/** Returns a kind by name. `before` and `after` of a row have the types of its kind. */
export const kindOf = (name: ScheduleKind): Kind<object, object> =>
  ({ price, tax_rate, visibility, content, delivery_fee, free_amount, closing })[name] as unknown as Kind<
    object,
    object
  >
