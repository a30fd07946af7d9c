interface Wish {
  delivery_id: number
  delivery_time_id: number | null
  delivery_notes: string
}

interface PricedMethod {
  summary: { delivery_id: number }
  /** Of that method. */
  mail_delivery_flag: boolean
}

/**
 * Returns 配送方法 of the next delivery with its time of day and 置き配. The subscription stores a wish. If the wish is not
 * possible (items too heavy for メール便, a hidden method), the priced method is used, without the chosen time; the wish
 * returns once it is possible. A letterbox delivery has no 置き配: the saved one waits for the next parcel.
 */
export const effectiveDelivery = (
  wish: Wish,
  { summary: { delivery_id }, mail_delivery_flag }: PricedMethod,
): Wish => ({
  delivery_id,
  delivery_time_id: delivery_id === wish.delivery_id ? wish.delivery_time_id : null,
  delivery_notes: mail_delivery_flag ? '' : wish.delivery_notes,
})
