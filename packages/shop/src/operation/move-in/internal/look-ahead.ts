import type { Known } from '../rules/known.ts'
import { type MoveFile, readFile } from './read-file.ts'

/** Finds the last delivery of each subscription among the orders, before the first subscription is judged. */
export async function lookAhead(files: readonly MoveFile[], { last_ordered }: Known): Promise<void> {
  for (const file of files) {
    const { groups } = await readFile('orders', file)
    for (const [order_no, [reader]] of groups) {
      const subscription_no = reader?.text('定期番号') ?? ''
      const cycle = Number(reader?.text('回数'))
      if (!reader || subscription_no === '' || !(cycle > 0)) continue
      // After a cancelled order, its delivery is still to come.
      if (/キャンセル|取消|取り消し|cancel/i.test(reader.text('状態'))) continue
      const before = last_ordered.get(subscription_no)
      if (!before || before.cycle < cycle)
        last_ordered.set(subscription_no, { cycle, order_no, delivery_date: reader.date('お届け日') })
    }
  }
}
