interface Wish {
  delivery_id: number
  delivery_time_id: number | null
}

/**
 * 配送方法 of the next delivery. What stands in the subscription is a wish: where it can't be had (goods too heavy for メール便, a method that is
 * shown no more) the delivery goes by the one that is priced, whose times are other ones, and by the wish again once that fits.
 */
export const goesBy = (wish: Wish, priced: { delivery_id: number }): Wish => ({
  delivery_id: priced.delivery_id,
  delivery_time_id: priced.delivery_id === wish.delivery_id ? wish.delivery_time_id : null,
})
