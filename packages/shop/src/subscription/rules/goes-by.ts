interface Wish {
  delivery_id: number
  delivery_time_id: number | null
  delivery_notes: string
}

interface Priced {
  summary: { delivery_id: number }
  /** Of that method. */
  mail_delivery_flag: boolean
}

/**
 * 配送方法 of the next delivery, with its time of day and 置き配. What stands in the subscription is a wish: where it can't be had (goods too
 * heavy for メール便, a method that is shown no more) the delivery goes by the one that is priced, whose times are other ones, and by the wish
 * again once that fits. A letterbox has no other place: what was asked for a parcel waits for the next parcel.
 */
export const goesBy = (wish: Wish, { summary: { delivery_id }, mail_delivery_flag }: Priced): Wish => ({
  delivery_id,
  delivery_time_id: delivery_id === wish.delivery_id ? wish.delivery_time_id : null,
  delivery_notes: mail_delivery_flag ? '' : wish.delivery_notes,
})
