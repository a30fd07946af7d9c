/** Said beside a new card of a subscription, 年払い too: it is kept with it. */
export const KeptCardNote = () => (
  <p className="text-sm text-muted">定期便のお支払いのため、このカードを会員情報に登録します。</p>
)
