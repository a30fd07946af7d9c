/** An item of a contract, with the single delivery that it is in, or that it is left out of. */
export interface DeliverableItem {
  only_cycle: number | null
  except_cycle: number | null
}
interface Delivery {
  cycle: number
}

/** 今回だけ除く: whether the item is left out of this delivery. It stays in the contract, and comes with the one after. */
export const isLeftOut = ({ only_cycle, except_cycle }: DeliverableItem, { cycle }: Delivery): boolean =>
  only_cycle === null && except_cycle === cycle

/** The items that go with this delivery. */
export const deliveredItems = <I extends DeliverableItem>(items: readonly I[], delivery: Delivery): I[] =>
  items.filter((item) => !isLeftOut(item, delivery))

/** The items that the contract delivers every time, also those left out of the next delivery. */
export const regularItems = <I extends DeliverableItem>(items: readonly I[]): I[] =>
  items.filter(({ only_cycle }) => only_cycle === null).map((item) => ({ ...item, except_cycle: null }))

/** Whether the next delivery has what every delivery has: nothing of 今回のみ, and nothing left out. */
export const isRegularDelivery = (items: readonly DeliverableItem[], delivery: Delivery): boolean =>
  items.every((item) => item.only_cycle === null && !isLeftOut(item, delivery))

/** Whether the item can be left out of the next delivery: something else has to be delivered, else it is お休み. */
export const canLeaveOut = (item: DeliverableItem, items: readonly DeliverableItem[], delivery: Delivery): boolean =>
  item.only_cycle === null && !isLeftOut(item, delivery) && deliveredItems(items, delivery).length > 1

/**
 * Returns the items with nothing left out, because another delivery is now the next one. Returns no `items` if nothing
 * was left out.
 */
export const restoreLeftOutItems = <I extends DeliverableItem>(
  items: readonly I[],
  delivery: Delivery,
): { items?: I[] } =>
  items.some((item) => isLeftOut(item, delivery)) ? { items: items.map((one) => ({ ...one, except_cycle: null })) } : {}

/** The goods of a quote of the whole contract, with whether they are left out of this delivery. */
export const goodsLeftOut = (
  priced: readonly { id: number; product_id: number }[],
  items: readonly (DeliverableItem & { product_sku_id: number })[],
  delivery: Delivery,
): { product_id: number; is_left_out: boolean }[] =>
  priced.map(({ id, product_id }) => ({
    product_id,
    is_left_out: items.some((item) => item.product_sku_id === id && isLeftOut(item, delivery)),
  }))

interface ChangedItem extends DeliverableItem {
  id: number
  quantity: number
}

/** Whether nothing but 今回だけ除く differs between these items of a contract. */
export const differOnlyInLeftOut = (one: readonly ChangedItem[], other: readonly ChangedItem[]): boolean =>
  one.length === other.length &&
  one.every((item) =>
    other.some(
      ({ id, quantity, only_cycle }) => id === item.id && quantity === item.quantity && only_cycle === item.only_cycle,
    ),
  )
