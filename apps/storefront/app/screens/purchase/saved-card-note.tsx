/** States beside a new card of a subscription, also with 年払い, that the card is saved. */
export const SavedCardNote = () => (
  <p className="text-sm text-muted">定期便のお支払いのため、このカードを会員情報に登録します。</p>
)
