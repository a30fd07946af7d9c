/**
 * Where a member goes on after 連携: to the 定期便 for which they came, to choose it there, or to お支払い方法. `payment_method_id`
 * null: nothing was linked.
 */
export function linkedPath(payment_method_id: number | null, subscription: string | null): string {
  const linked = payment_method_id === null ? '' : `?linked=${payment_method_id}`
  return subscription !== null && /^\d+$/.test(subscription)
    ? `/mypage/subscriptions/${subscription}/edit${linked}#payment`
    : `/mypage/payments${linked}`
}
