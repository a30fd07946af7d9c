/** Said beside a new card of a subscription: it is kept for what follows. */
export const KeptCardNote = () => (
  <p className="text-sm text-muted">2回目からのお支払いのため、このカードを会員情報に登録します。</p>
)
