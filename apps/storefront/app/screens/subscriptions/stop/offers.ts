/** What may help more than stopping. `dates` and `exchange` lead to a form, the others are done by the press itself. */
export type Offer = 'skip' | 'longer' | 'fewer' | 'smaller' | 'scent' | 'pause' | 'dates' | 'exchange'

/**
 * What may help for each 解約の理由, by its number in the list that a shop begins with; the first comes first. Who changes to
 * other goods is offered nothing.
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
/** For その他, and for reasons of the shop's own. */
const others: readonly Offer[] = ['skip', 'longer', 'fewer']

/** `reason`: the id as the field has it; empty: none is chosen yet, and nothing is offered. */
export const offersFor = (reason: string): readonly Offer[] => (reason ? (byReason[Number(reason)] ?? others) : [])
