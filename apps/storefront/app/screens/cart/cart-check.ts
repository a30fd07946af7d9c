import type { CartProblem } from '@kushi/contract/cart'
import { cartMessage } from '@kushi/values/cart-message'
import type { CartEntry } from '../../state/cart-items.ts'

export const problemOf = (problems: readonly CartProblem[], item: Pick<CartEntry, 'id' | 'subscription'>) =>
  problems.find((problem) => problem.product_sku_id === item.id && problem.subscription === item.subscription)

/** The item has to leave the cart, and its message says that it did: changed contents, or unknown to the shop. */
export const mustLeave = ({ error, message }: CartProblem) =>
  error === 'contents_changed' || message === cartMessage('items_no_longer_sold')

/** What may be priced: all but what can't be had at all. */
export const priceable = (items: readonly CartEntry[], problems: readonly CartProblem[]) =>
  items.filter((item) => !item.is_out_stock && problemOf(problems, item)?.quantity !== 0)

/** What the checks are about: another text, and the shop is asked again. */
export const askedOf = (items: readonly CartEntry[]) =>
  items.map(({ id, quantity, subscription, revision }) => [id, quantity, subscription, revision].join(':')).join(',')
