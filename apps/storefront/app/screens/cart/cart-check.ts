import type { CartItemProblem } from '@kushi/contract/cart'
import { cartMessage } from '@kushi/values/cart-message'
import type { CartEntry } from '../../state/cart.ts'

export const problemOf = (problems: readonly CartItemProblem[], item: Pick<CartEntry, 'id' | 'subscription'>) =>
  problems.find((problem) => problem.product_sku_id === item.id && problem.subscription === item.subscription)

/**
 * Whether the item must be removed: its contents changed, or the shop does not know it. Its message states the removal.
 */
export const mustRemoveItem = ({ error, message }: CartItemProblem) =>
  error === 'contents_changed' || message === cartMessage('items_no_longer_sold')

/** The items to price: all that are available. */
export const itemsToPrice = (items: readonly CartEntry[], problems: readonly CartItemProblem[]) =>
  items.filter((item) => !item.is_out_stock && problemOf(problems, item)?.quantity !== 0)

/** Key of the cart check: if it changes, the check runs again. */
export const checkedFieldsOf = (items: readonly CartEntry[]) =>
  items.map(({ id, quantity, subscription, revision }) => [id, quantity, subscription, revision].join(':')).join(',')
