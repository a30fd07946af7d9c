/** The alternatives to 解約. `dates` and `exchange` lead to a form; the others take effect by the click. */
export type Offer = 'skip' | 'longer' | 'fewer' | 'smaller' | 'scent' | 'pause' | 'dates' | 'exchange'

/**
 * Alternatives for each 解約の理由, by its id in the initial list of a shop, in order of priority. A member who changes to
 * another product gets no offer.
 */
const byReason: Record<number, readonly Offer[]> = {
  // 使い切れずに余っている
  1: ['skip', 'longer', 'fewer', 'smaller'],
  // 使い心地が髪や地肌に合わなかった
  2: ['exchange'],
  // 香りが好みと違った
  3: ['scent', 'exchange'],
  // 価格や送料が負担に感じる
  4: ['smaller', 'fewer', 'longer'],
  // お届けの間隔や日程が合わない
  5: ['longer', 'skip', 'dates'],
  // 別の商品を使うことにした
  6: [],
  // 体調や生活の変化
  7: ['pause', 'skip'],
}
/** For その他, and for the shop's own reasons. */
const others: readonly Offer[] = ['skip', 'longer', 'fewer']

/** `reason`: the id in the field; empty: none is chosen yet, so there are no offers. */
export const offersFor = (reason: string): readonly Offer[] => (reason ? (byReason[Number(reason)] ?? others) : [])
